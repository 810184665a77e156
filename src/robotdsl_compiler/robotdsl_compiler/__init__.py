"""Compiles a robot, its world, its task and its evaluation into what runs and judges them."""

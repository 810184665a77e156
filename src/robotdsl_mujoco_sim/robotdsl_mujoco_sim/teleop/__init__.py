"""Driving a model by hand: the ``drive`` verb, its keys, its gamepad and its window."""

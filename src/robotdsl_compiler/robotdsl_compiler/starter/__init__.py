"""Starter programs: a robot of given parts that compiles clean, and a world, a task and an evaluation about it."""

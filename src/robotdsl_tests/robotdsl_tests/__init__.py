"""Checks of the packages together: the test command, benchmarks and campaigns."""

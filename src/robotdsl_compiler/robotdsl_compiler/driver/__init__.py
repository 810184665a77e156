"""Runs the phases of a compilation in order and writes what comes of it; the only code that touches an output."""

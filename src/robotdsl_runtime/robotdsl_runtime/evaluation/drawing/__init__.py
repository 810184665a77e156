"""Drawings of a run as data, and their pixel and vector forms."""

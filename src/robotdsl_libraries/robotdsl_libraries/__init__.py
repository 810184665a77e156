"""The example component library and the example programs, and where they lie."""

from robotdsl_libraries.locations import library, program, share

__all__ = ["library", "program", "share"]

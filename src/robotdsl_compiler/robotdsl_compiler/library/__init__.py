"""Libraries: YAML with spans, its typed fields, and the parts that programs use."""

from robotdsl_compiler.library.loader import Libraries, Library, load_libraries

__all__ = ["Libraries", "Library", "load_libraries"]

"""Analysis: what follows from a program, worked out once. It judges nothing; the rules of ``validation`` do."""

from robotdsl_compiler.analysis.analyze import analyze

__all__ = ["analyze"]

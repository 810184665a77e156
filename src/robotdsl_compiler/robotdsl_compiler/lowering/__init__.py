"""Lowering: syntax trees and library parts become the resolved program. Names first, then types; every fault that
can be told is reported in one go, and none is reported twice because of another.
"""

from robotdsl_compiler.lowering.lower import lower

__all__ = ["lower"]

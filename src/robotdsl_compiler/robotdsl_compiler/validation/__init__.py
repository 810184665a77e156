"""Validation: rules over facts. Each answers pass, fail, unknown or not applicable, with its evidence."""

from robotdsl_compiler.validation.finding import Finding, Problem, Verdict
from robotdsl_compiler.validation.rules import RULES, Rule, validate, validation_document

__all__ = ["RULES", "Finding", "Problem", "Rule", "Verdict", "validate", "validation_document"]

"""The evaluation: what a run recorded, and the verdicts and the report that are drawn from it."""

"""The values that the stages of a compilation hand on."""

"""The adapter for navigation: the map that is drawn from the world, and what the planner knows of the base."""

"""The adapter for the task: its behavior tree, the places that it refers to, and what it is judged by."""

"""The adapter for what an output carries to run by itself: the runtime's files and an entry point."""

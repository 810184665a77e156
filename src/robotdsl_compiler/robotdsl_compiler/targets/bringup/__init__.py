"""The adapter for the bring-up: what the launch and the runtime's own supervisor are told of an output."""

"""Settings of every test of the runtime."""

from __future__ import annotations

from hypothesis import settings

# The same examples on every machine, however busy it is: what hypothesis finds by chance elsewhere becomes an example.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

"""The browser page that drives a compiled robot: its builder in Python, the page itself in web/."""

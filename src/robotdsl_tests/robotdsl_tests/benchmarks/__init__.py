"""What ``./robotdsl bench`` measures."""

"""Sensor models over the state of a simulation: each reads when it is asked and costs nothing otherwise."""

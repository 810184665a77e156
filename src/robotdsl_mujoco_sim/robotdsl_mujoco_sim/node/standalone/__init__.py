"""The simulation of any robot description as a ROS node: ``main`` runs it. An output needs none of it."""

"""The simulation as a ROS node: ``main`` runs it. What of it needs no ROS imports none."""

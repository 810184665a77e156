"""Nav2's parameter files: one that is the same for every robot, and one that the robot decides."""

"""What every example base does when it is told to move, measured by the simulator's ground truth."""

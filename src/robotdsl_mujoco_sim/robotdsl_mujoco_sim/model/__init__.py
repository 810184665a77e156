"""From a robot description, alone or in an output directory, to MuJoCo's model."""

"""The adapter for MuJoCo: the scene, how the base is driven in it, and the sensors that read it."""

"""What range sensors' readings are made of: clouds, the planar scan of a depth camera, the reading of a cone."""

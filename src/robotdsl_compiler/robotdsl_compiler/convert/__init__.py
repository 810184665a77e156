"""Conversion: the URDF of a mobile base becomes a library of parts and a robot made of them."""

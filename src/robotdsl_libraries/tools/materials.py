"""What the parts of the example library look as if they were made of."""

from __future__ import annotations

from collections.abc import Sequence

from glb import Material
from solids import Mesh

Pieces = Sequence[tuple[Material, Mesh]]

SHELL = Material("shell", "#f2f4f5", roughness=0.45)
GRAPHITE = Material("graphite", "#2e3338", roughness=0.7)
BLACK = Material("black", "#15171a", roughness=0.8)
GLASS = Material("glass", "#0b0f14", metallic=0.2, roughness=0.1)
ACCENT = Material("accent", "#1f8a8c", roughness=0.5)
ORANGE = Material("orange", "#e8792b", roughness=0.5)
RUBBER = Material("rubber", "#1d1e20", roughness=0.95)
ALUMINIUM = Material("aluminium", "#c3c8cc", metallic=0.8, roughness=0.35)
STEEL = Material("steel", "#8d9399", metallic=0.9, roughness=0.3)
BRASS = Material("brass", "#b98d3e", metallic=0.8, roughness=0.4)
BOARD = Material("board", "#1e6b45", roughness=0.6)
LIGHT = Material("light", "#5fe3d0", roughness=0.3, glow=0.8)
WOOD = Material("wood", "#b98a56", roughness=0.85)
SLAT = Material("slat", "#d0a36e", roughness=0.85)

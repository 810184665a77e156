"""Campaigns: many seeded worlds, run with the real parts and judged by ground truth."""

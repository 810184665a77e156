"""What a compilation can produce: one composition per target over adapters that do not know each other."""

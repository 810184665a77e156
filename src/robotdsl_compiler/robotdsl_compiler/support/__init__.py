"""What every phase stands on: sources and spans, findings and their forms, names and numbers as text."""

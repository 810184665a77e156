"""What is told about a syntax error: one small rule for each mistake that people make."""

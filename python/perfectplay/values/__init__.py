"""Values of short games."""

"""Systems of the theory of hardness: formulas, constraint logic, gadgets; one file each, found by name."""

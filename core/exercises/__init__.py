"""What an exercise asks the trace and the labs for: named tables, and nine checks."""

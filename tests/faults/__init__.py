"""What breaks in the world, done on purpose to servers of our own: `python -m tests.faults --help`, `make faults`."""

"""What whoever runs the house does at the command line, beside a running server or without one; and what is swept away
by itself."""

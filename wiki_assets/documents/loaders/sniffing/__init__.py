"""Which format a file is in, judged by its content."""

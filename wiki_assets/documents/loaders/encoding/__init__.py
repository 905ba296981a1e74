"""From bytes to text."""

"""Plain text and TeX source."""

"""Where derived data lies: the artifact store and the layout of a home folder. Knows bytes and keys, not their meaning."""

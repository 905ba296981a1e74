"""Documents: from files in a folder to passages that a page can cite. Knows nothing of concepts or search."""

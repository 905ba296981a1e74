"""PDF, through MuPDF: opening, reading pages, properties, ranges of pages for long files, text recognition."""

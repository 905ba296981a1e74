"""PowerPoint presentations (PPTX): slides in reading order, with notes and comments."""

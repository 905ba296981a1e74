"""Word documents (DOCX, DOCM): the accepted text, with styles, numbering, tables and notes."""

"""Excel workbooks (XLSX): what the sheets show, as tables with addresses."""

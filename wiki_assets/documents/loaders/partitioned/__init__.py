"""The remaining formats: Outlook messages, rich text and reStructuredText through `unstructured`; OpenDocument and XML beside them."""

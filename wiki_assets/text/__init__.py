"""Words and sentences: pure functions on strings that several rooms share. Knows nothing of documents, pages or stores."""

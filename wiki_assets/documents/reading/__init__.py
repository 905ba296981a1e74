"""Reading many documents, each in a confined process: the pool, its workers, their limits, and one document."""

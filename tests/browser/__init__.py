"""A real Chromium on the real product: what a data engineer sees and clicks, asserted on words, with screenshots for a person."""

"""The verifier `nli`: a cross-encoder for natural language inference from a folder on disk. Nothing is ever downloaded.

Belongs here: reading the folder, cutting passages to what the model reads at once, running it, and what its figures mean.
"""

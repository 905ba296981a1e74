"""The `wiki` command: thin. It reads options, calls a room, and prints. No rule of the product lives here."""

"""Publication: the gate, and everything that is written below `<home>/wiki/`. The only room that writes there."""

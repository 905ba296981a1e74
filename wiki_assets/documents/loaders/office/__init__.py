"""What the loaders of Office files share: packages within limits, properties, drawings, equations, numbers, passwords."""

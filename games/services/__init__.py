"""The use cases that write. Each is one transaction that locks one row first; none reads the time of day."""

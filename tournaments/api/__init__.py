"""The programs' door to events."""

"""The use cases that write. Each public one locks the event's row first, once, then checks, then writes."""

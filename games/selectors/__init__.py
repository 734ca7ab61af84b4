"""The queries that pages and programs need. Nothing here writes."""

"""The queries that pages and programs need, each in a fixed number of database queries."""

"""Who meets whom: pure pairing rules, without database or clock."""

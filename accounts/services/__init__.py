"""The use cases of accounts that write."""

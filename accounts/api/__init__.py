"""The programs' door to accounts, and the parts that every app's door is built from."""

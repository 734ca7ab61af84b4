"""What ``./bikupa check`` looks at."""

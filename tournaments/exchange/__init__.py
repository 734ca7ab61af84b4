"""Events as files that other programs read: pure text in, values out, and back."""

"""How dates are written where Django's own habit for a language does not suit readers all over the world."""

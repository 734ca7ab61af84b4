"""Short games that reach what a test is about, all legal under the tournament opening rule."""

# Base: after White's 11th ply Black's queen has one free neighbour, and Black fills it.
SURROUNDED = (
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wG1 -wQ", "bG1 \\bQ", "wG1 bQ\\", "bG2 bQ/", "wA1 wQ\\", "bA1 bG2/",
    "wA1 bG2\\", "bA1 /bG1",
)  # fmt: skip

# Base: the last move surrounds both queens.
BOTH_SURROUNDED = (
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wG1 -wQ", "bG1 \\bQ", "wG1 bQ\\", "bG2 bQ/", "wA1 wQ\\", "bA1 bG2/",
    "wA1 bG2\\", "bA1 \\bG2", "wQ \\wS1", "bG1 wA1/", "wQ -bQ", "bA1 \\wQ", "wB1 -wS1", "bG3 bG1-", "wB1 /bA1",
    "bG3 -bG2",
)  # fmt: skip

# Base: the queens step to and fro; the position after plies 4, 8 and 12 is the same.
REPETITION = (
    "wS1", "bB1 wS1-", "wQ \\wS1", "bQ bB1\\", "wQ -wS1", "bQ bB1-", "wQ \\wS1", "bQ bB1\\", "wQ -wS1", "bQ bB1-",
    "wQ \\wS1", "bQ bB1\\",
)  # fmt: skip

# Base+MLP: a beetle sits on Black's queen and Black's ladybug is pinned: after the last move Black must pass.
BLACK_MUST_PASS = ("wL", "bL wL-", "wQ \\wL", "bQ bL/", "wB1 wQ/", "bQ wB1\\", "wB1 bQ", "bL -wQ", "wL -bL")

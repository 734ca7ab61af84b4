"""Settings: ``base`` holds what is always true, ``embedded``, ``production`` and ``test`` choose the parts."""

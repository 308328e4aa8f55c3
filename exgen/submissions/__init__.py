"""Files in which a class's answers arrive, one module a format; each gives `Submissions`."""

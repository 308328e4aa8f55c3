"""Settings of all tests: the same random cases on every run, and no time limit for one of them."""

from hypothesis import settings

settings.register_profile("exgen", deadline=None, derandomize=True)
settings.load_profile("exgen")

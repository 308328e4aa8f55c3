"""Settings of all tests: the same random cases on every run, and no time limit for one of them.

Triton kernels run in its interpreter, with or without a GPU: it must be told before it is loaded.
"""

import os

from hypothesis import settings

os.environ["TRITON_INTERPRET"] = "1"

settings.register_profile("exgen", deadline=None, derandomize=True)
settings.load_profile("exgen")

"""What exgen takes, measured beside its goals: `make bench`. Nothing here is asserted by pytest.

One machine's seconds are not another's, and shared ones drift: every figure is a median, what
can be a ratio within one run is a ratio, and times are set against the pace of the machine: what
an import of click takes at that moment.
"""

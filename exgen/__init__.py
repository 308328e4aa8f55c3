"""exgen: worked exercises on AI-systems performance, made, printed and graded."""

__version__ = "0.1.0"

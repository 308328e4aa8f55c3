"""`python -m exgen`."""

from exgen.cli import main

if __name__ == "__main__":
    main()

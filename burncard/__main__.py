"""``python -m burncard`` is the command ``burncard``."""

import sys

from burncard.cli import main

sys.exit(main())

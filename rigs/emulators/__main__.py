"""``python -m rigs.emulators ROLE ...``"""

from __future__ import annotations

import sys

from rigs.emulators import main

sys.exit(main())

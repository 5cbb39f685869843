"""``python -m rigs.replay LOG --as LINK``: a recorded device as a process."""

import sys

from rigs.replay.process import main

if __name__ == "__main__":
    sys.exit(main())

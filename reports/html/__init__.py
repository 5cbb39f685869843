"""``report.html``: one file, no network, everything in it."""

"""The history: every recorded run in a database, and what changed between two of them."""

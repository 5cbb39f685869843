"""Alembic's scripts: how the tables of the history came to be what they are."""

"""Alembic's entry: runs the migrations on the connection that `reports.history.database` hands it.

A new one is a file beside the others; `HEAD` in that module names the newest.
"""

from __future__ import annotations

from alembic import context

from reports.history.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a column in place
)
with context.begin_transaction():
    context.run_migrations()

"""The tables of the history. What changes here needs a migration in `reports.history.migrations`.

Everything that was measured or judged in a run hangs on its row in `run`, and goes with it.
Times are ISO 8601 text in UTC, as everywhere in Burncard.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _of_run() -> Column[str]:
    return Column(
        "run",
        String(64),
        ForeignKey("run.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    )


run = Table(
    "run",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("label", String(200), nullable=False),
    Column("started", String(40), nullable=False),
    Column("ended", String(40), nullable=False),
    Column("recorded", String(40), nullable=False),
    Column("rig", Text, nullable=False),
    Column("rig_sha256", String(64), nullable=False),
    Column("overall", String(20), nullable=False),
    Column("exit_code", Integer, nullable=False),
    Column("partial", Boolean, nullable=False),
    Column("counts", JSON, nullable=False),
    Column("house_rules", JSON, nullable=False),
    Column("versions", JSON, nullable=False),
    Column("directory", Text, nullable=False),
    Index("ix_run_started", "started"),
    Index("ix_run_label_started", "label", "started"),
)

device = Table(
    "device",
    metadata,
    _of_run(),
    Column("place", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("identity", JSON, nullable=False),
)

scenario = Table(
    "scenario",
    metadata,
    Column("key", Integer, primary_key=True, autoincrement=True),
    Column("id", String(200), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("feature", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("clauses", JSON, nullable=False),
    UniqueConstraint("id", "sha256"),
)
"""What a scenario asks, once for each form that it had."""

result = Table(
    "result",
    metadata,
    _of_run(),
    Column("scenario", Integer, ForeignKey("scenario.key"), primary_key=True),
    Column("verdict", String(20), nullable=False),
    Column("attempts", JSON, nullable=False),
    Column("ms", Float),
    Column("reason", Text, nullable=False),
    Column("discrepancies", JSON, nullable=False),
)

clause = Table(
    "clause",
    metadata,
    _of_run(),
    Column("clause", String(64), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("verdict", String(20), nullable=False),
)
"""`device` is a role; the clause as a whole stands under ""."""

latency = Table(
    "latency",
    metadata,
    _of_run(),
    Column("device", String(100), primary_key=True),
    Column("signal", String(100), primary_key=True),
    Column("role", Text, nullable=False),
    Column("n", Integer, nullable=False),
    Column("median_ms", Float, nullable=False),
    Column("p95_ms", Float, nullable=False),
    Column("max_ms", Float, nullable=False),
    Column("limit_ms", Float, nullable=False),
    Column("ms", JSON, nullable=False),
)
"""`ms`: every measurement of the run, so that two runs can be compared by rank."""

"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _of_run() -> sa.Column[str]:
    return sa.Column("run", sa.String(64), nullable=False)


def _run_key(table: str, *rest: str) -> tuple[sa.Constraint, sa.Constraint]:
    return (
        sa.PrimaryKeyConstraint("run", *rest, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["run"], ["run.id"], name=f"fk_{table}_run_run", ondelete="CASCADE"
        ),
    )


def upgrade() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("started", sa.String(40), nullable=False),
        sa.Column("ended", sa.String(40), nullable=False),
        sa.Column("recorded", sa.String(40), nullable=False),
        sa.Column("rig", sa.Text, nullable=False),
        sa.Column("rig_sha256", sa.String(64), nullable=False),
        sa.Column("overall", sa.String(20), nullable=False),
        sa.Column("exit_code", sa.Integer, nullable=False),
        sa.Column("partial", sa.Boolean, nullable=False),
        sa.Column("counts", sa.JSON, nullable=False),
        sa.Column("house_rules", sa.JSON, nullable=False),
        sa.Column("versions", sa.JSON, nullable=False),
        sa.Column("directory", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_run"),
    )
    op.create_index("ix_run_started", "run", ["started"])
    op.create_index("ix_run_label_started", "run", ["label", "started"])
    op.create_table(
        "device",
        _of_run(),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("identity", sa.JSON, nullable=False),
        *_run_key("device", "place"),
    )
    op.create_table(
        "scenario",
        sa.Column("key", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("feature", sa.Text, nullable=False),
        sa.Column("rule", sa.Text, nullable=False),
        sa.Column("clauses", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_scenario"),
        sa.UniqueConstraint("id", "sha256", name="uq_scenario_id"),
    )
    op.create_table(
        "result",
        _of_run(),
        sa.Column("scenario", sa.Integer, nullable=False),
        sa.Column("verdict", sa.String(20), nullable=False),
        sa.Column("attempts", sa.JSON, nullable=False),
        sa.Column("ms", sa.Float),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("discrepancies", sa.JSON, nullable=False),
        *_run_key("result", "scenario"),
        sa.ForeignKeyConstraint(["scenario"], ["scenario.key"], name="fk_result_scenario_scenario"),
    )
    op.create_table(
        "clause",
        _of_run(),
        sa.Column("clause", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(20), nullable=False),
        *_run_key("clause", "clause", "device"),
    )
    op.create_table(
        "latency",
        _of_run(),
        sa.Column("device", sa.String(100), nullable=False),
        sa.Column("signal", sa.String(100), nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("median_ms", sa.Float, nullable=False),
        sa.Column("p95_ms", sa.Float, nullable=False),
        sa.Column("max_ms", sa.Float, nullable=False),
        sa.Column("limit_ms", sa.Float, nullable=False),
        sa.Column("ms", sa.JSON, nullable=False),
        *_run_key("latency", "device", "signal"),
    )


def downgrade() -> None:
    for name in ("latency", "clause", "result", "scenario", "device", "run"):
        op.drop_table(name)

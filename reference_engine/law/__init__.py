"""The clause registry and the house rules: what a ruling may cite, and what it may choose.

The data are the TOML files beside this module, read once, on first use. Everything here is a plain
lookup; the wording in the data is ours, a paraphrase, and says how certain it is.

    clause("665a.9(b)(1)").cite          # "§ 665a.9(b)(1)"
    leaves("685a.12")                    # the deepest clauses of a section
    check_rules("down-under-blackjack", {"dealer_22": "bust"})["dealer_22"]
"""

from __future__ import annotations

from reference_engine.law.clauses import (
    Clause,
    Section,
    UnknownClause,
    all_clauses,
    cited,
    clause,
    leaves,
    sections,
)
from reference_engine.law.data import LawDataError
from reference_engine.law.house_rules import (
    DOUBLE_ATTACK,
    DOWN_UNDER,
    HouseRule,
    HouseRuleError,
    check_rules,
    games,
    house_rule,
    house_rules,
)

__all__ = [
    "DOUBLE_ATTACK",
    "DOWN_UNDER",
    "Clause",
    "HouseRule",
    "HouseRuleError",
    "LawDataError",
    "Section",
    "UnknownClause",
    "all_clauses",
    "check_rules",
    "cited",
    "clause",
    "games",
    "house_rule",
    "house_rules",
    "leaves",
    "sections",
]

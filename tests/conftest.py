"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def leases_of_these_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Rigs of tests have everybody's names: they must not hold up other runs on this computer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BURNCARD_LEASES", str(tmp_path_factory.mktemp("leases")))
        yield

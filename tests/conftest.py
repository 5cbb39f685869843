"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def an_environment_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Rigs of tests have everybody's names: they must not hold up other runs on this computer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BURNCARD_LEASES", str(tmp_path_factory.mktemp("leases")))
        # A run of xdist workers names its files after them; the runs that tests start are not its.
        patch.delenv("PYTEST_XDIST_WORKER", raising=False)
        yield

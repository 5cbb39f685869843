"""A run that is ended from outside ends in order: fixtures are torn down, devices are made safe.

Ctrl-C does that by itself. SIGTERM and a terminal that goes away are made to do the same. With
xdist the scenarios are played by workers, which pytest would let play on for ten more seconds: they
are told, and they notice when the controller is gone.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from types import FrameType
from typing import Any

import pytest

from steps.session import Run

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
_WATCHED = pytest.StashKey[dict[signal.Signals, Any]]()
_LOOK_S = 0.2


def watch(config: pytest.Config, run: Run) -> None:
    """From now on the run notes how it is ended, and ends in order. Again is harmless."""
    if _WATCHED in config.stash or threading.current_thread() is not threading.main_thread():
        return

    def end(number: int, frame: FrameType | None) -> None:
        if not run.signal:  # a second one must not cut the teardown short
            run.signal = signal.Signals(number).name
            raise KeyboardInterrupt(run.signal)

    config.stash[_WATCHED] = {number: signal.signal(number, end) for number in _SIGNALS}
    config.pluginmanager.register(_Interrupt(run))
    if run.is_worker:
        threading.Thread(target=_end_when_orphaned, args=(run,), daemon=True).start()


def restore(config: pytest.Config) -> None:
    """Put back what `watch` replaced."""
    for number, handler in config.stash.get(_WATCHED, {}).items():
        signal.signal(number, handler)


class _Interrupt:
    """Notes that Ctrl-C ended the run, and passes it on to the workers."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        value = excinfo.value
        # pytest's and xdist's own Interrupted, for -x, files that cannot be collected and a bench
        # that cannot be used, are no Ctrl-C.
        if not isinstance(value, KeyboardInterrupt) or type(value).__name__ == "Interrupted":
            return
        self._run.signal = self._run.signal or "SIGINT"
        for worker in self._run.worker_pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGTERM)


def _end_when_orphaned(run: Run) -> None:
    """In a worker: end when the controller is gone, however it went."""
    while not run.orphaned:
        time.sleep(_LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)

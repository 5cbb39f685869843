"""Pages in a browser: opened in each look, without a complaint of their own, fit for everybody."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DESK, PHONE = 1200, 390
LOOKS = (("light", DESK), ("dark", PHONE), ("dark", DESK), ("light", PHONE))
"""Colour scheme and width; the first two have each of them once."""
_AXE = Path("node_modules/axe-core/axe.min.js")


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, or the reason why a test of pages is skipped."""
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright")
    if CHROMIUM is None:
        pytest.skip("no Chromium to open the page with")
    with api.sync_playwright() as playwright:
        # No sandbox: tests may run as root in a container; the pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(
    browser: Any, page: Path, scheme: str = "light", width: int = DESK, **more: Any
) -> Iterator[Any]:
    """The page in a tab; nothing that it does may end in an error."""
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, **more
    )
    context.set_default_timeout(30_000)
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
    tab.goto(page.as_uri())
    try:
        yield tab
    finally:
        context.close()
    assert errors == []


def axe() -> str:
    """The program that looks for what keeps people out, or the reason of a skip."""
    own = Path(os.environ.get("BURNCARD_AXE", _AXE))
    if own.is_file():
        return own.read_text("utf-8")
    pytest.importorskip("axe_playwright_python", reason="no axe-core: axe-playwright-python")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


_THIN = """most => {
  for (const list of document.querySelectorAll('tbody, ul, ol'))
    [...list.children].slice(most).forEach(one => one.remove());
}"""


def barriers(browser: Any, page: Path, *, quick: bool = False) -> list[str]:
    """What keeps somebody out: serious for axe-core, or wider than the screen.

    `quick`: in each colour scheme and width once, and of rows and items that are alike the first.
    """
    program = axe()
    found: list[str] = []
    for scheme, width in LOOKS[:2] if quick else LOOKS:
        with opened(browser, page, scheme, width, bypass_csp=True) as tab:
            # What is folded or far down is looked at as well.
            tab.add_style_tag(content="*{content-visibility:visible!important}")
            tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
            reach = tab.evaluate("document.documentElement.scrollWidth")
            if reach > width:
                found.append(f"{scheme} {width}: the page is {reach} wide")
            if quick:
                tab.evaluate(_THIN, 10)
            tab.evaluate(program)
            told = tab.evaluate("axe.run({resultTypes: ['violations'], preload: false})")
            found += [
                f"{scheme} {width}: {one['id']} {node['html'][:160]}"
                for one in told["violations"]
                if one["impact"] in ("serious", "critical")
                for node in one["nodes"][:3]
            ]
    return found

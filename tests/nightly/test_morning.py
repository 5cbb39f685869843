"""What a night sends: a webhook that is there, one that is not, and what both may never do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from burncard.nightly.morning import send
from burncard.nightly.plan import Webhook

STATUS = {"/gone": 404, "/broken": 500}


class Chat:
    """A server that keeps what it is sent."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, Any]] = []
        got = self.got

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                got.append((self.path, self.headers["Content-Type"], json.loads(body)))
                self.send_response(STATUS.get(self.path.partition("?")[0], 200))
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                return

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chat]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = Chat()
    yield server
    server.close()


def test_the_text_is_sent_as_a_chat_takes_it(chat: Chat) -> None:
    assert send(Webhook(url=f"{chat.url}/hook"), "all conform ✓") == ""
    assert chat.got == [("/hook", "application/json", {"text": "all conform ✓"})]


def test_the_url_may_be_a_secret_of_the_environment(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Webhook(url_env="LAB_HOOK")
    assert "LAB_HOOK is not set" in send(hook, "x")
    monkeypatch.setenv("LAB_HOOK", f"{chat.url}/hook")
    assert send(hook, "x") == ""
    monkeypatch.setenv("LAB_HOOK", "file:///etc/passwd")
    assert "nothing was sent" in send(hook, "x")
    assert len(chat.got) == 1


@pytest.mark.parametrize("path", ["/gone", "/broken"])
def test_a_refusal_is_one_line_without_the_secret(chat: Chat, path: str) -> None:
    line = send(Webhook(url=f"{chat.url}{path}?token=s3cret"), "x")
    assert "127.0.0.1 was not reached" in line
    assert "s3cret" not in line
    assert "\n" not in line


def test_nobody_there(chat: Chat) -> None:
    chat.close()
    chat.close = lambda: None  # type: ignore[method-assign]
    assert "was not reached" in send(Webhook(url=f"{chat.url}/x", timeout_s=1.0), "x")


@pytest.mark.parametrize("url", ["http://[/x", "http://a b/"])
def test_a_url_that_is_none(url: str) -> None:
    assert "was not reached" in send(Webhook(url=url, timeout_s=1.0), "x")


def test_none_is_wanted() -> None:
    assert send(Webhook(), "x") == ""

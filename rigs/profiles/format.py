"""A device profile: its TOML, read and checked. The keys are the fields of the structs here."""

from __future__ import annotations

import difflib
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from rigs.profiles.framing import Check, Escape, Framer, Framing, Length
from rigs.profiles.words import Field, Template
from rigs.roles import ROLES, SIGNALS, WORDS

NOTHING, NOTE, RESTARTED = "nothing", "note", "restarted"
"""What a message may say beside a signal of its role."""
STATES = ("ready", "safe", "fault")
IDENTITY = ("maker", "model", "serial", "firmware", "sha256")

Millis = Annotated[int, Meta(ge=0, le=60000)]


class ProfileError(Exception):
    """A profile that cannot be used: ``FILE: KEY: what is wrong; what would be right``."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """How the device behaves on its line."""

    echo: bool = False
    """It sends back what it is sent."""
    quiet_ms: Millis = 60
    """The line must be silent for so long before all is heard."""
    again_ms: Annotated[int, Meta(ge=10, le=60000)] = 250
    """A question without an answer is asked again after so long, until the limit ``late``."""
    pause_ms: Annotated[int, Meta(ge=1, le=60000)] = 200
    """A frame that stops for so long never ends."""
    unknown: Literal["fail", "note"] = "fail"
    """What a whole frame does that the profile has no message for."""


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Its messages are numbered, so that a lost one and one sent twice are noticed."""

    field: str
    first: Annotated[int, Meta(ge=0)] = 0
    last: Annotated[int, Meta(ge=1)] = 255
    """After it comes `first` again."""


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the bench sends unasked."""

    send: str


class KeepAlive(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the bench sends from time to time, while it listens."""

    send: str
    every_ms: Annotated[int, Meta(ge=10, le=600000)]
    answer: str = ""


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the device says by itself."""

    match: str
    say: str
    """A signal of the role (docs/order_of_events.md), ``nothing``, ``note`` or ``restarted``."""
    data: dict[str, str] = {}
    """The signal's fields."""


class Exchange(Struct, frozen=True, forbid_unknown_fields=True):
    """A question or command, and what comes back."""

    send: str
    answer: str = ""
    """Empty: nothing comes back."""
    refused: str = ""
    """What comes back where it will not; a field ``why`` is told."""


class Feed(Struct, frozen=True, forbid_unknown_fields=True):
    """How a sensor's message is passed on to a table controller."""

    role: str
    signal: str
    send: str
    answer: str = ""
    refused: str = ""


class Commands(Struct, frozen=True, forbid_unknown_fields=True):
    """What the bench has to ask and to tell the device, each in one or several exchanges."""

    identify: tuple[Exchange, ...] = ()
    status: tuple[Exchange, ...] = ()
    safe: tuple[Exchange, ...] = ()
    feed: tuple[Feed, ...] = ()


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """A family of devices, as its file says."""

    name: str
    role: str
    framing: Framing
    messages: tuple[Message, ...]
    description: str = ""
    checksum: Check | None = None
    line: Line = Line()
    fields: dict[str, Field] = {}
    numbers: Numbers | None = None
    acknowledge: Sent | None = None
    keep_alive: KeepAlive | None = None
    commands: Commands = Commands()


class Said(Struct, frozen=True):
    """A message, its templates made."""

    say: str
    match: Template
    data: dict[str, Template]

    def read(self, text: str) -> tuple[dict[str, str], dict[str, str]] | None:
        """The fields of `text`, and the data that they make; None: it is another message.

        Raises:
            ValueError: a field stands for nothing.
        """
        fields = self.match.read(text)
        if fields is None:
            return None
        return fields, {name: one.write(fields) for name, one in self.data.items()}

    def write(self, data: dict[str, str], more: dict[str, str]) -> str | None:
        """The text that says `data`; `more`: values of other fields. None: it says something else.

        Raises:
            ValueError: a value cannot be written.
        """
        fields: dict[str, str] = {}
        for name, template in self.data.items():
            read = template.read(data.get(name, ""))
            if read is None:
                return None
            fields |= read
        return self.match.write({**more, **fields})


class Asked(Struct, frozen=True):
    """An exchange, its templates made. `answer`, `refused`: None where there is none."""

    send: Template
    answer: Template | None
    refused: Template | None
    role: str = ""
    signal: str = ""


class Dialect(Struct, frozen=True):
    """A profile ready for use."""

    profile: Profile
    path: Path
    framer: Framer
    messages: tuple[Said, ...]
    identify: tuple[Asked, ...]
    status: tuple[Asked, ...]
    safe: tuple[Asked, ...]
    feed: tuple[Asked, ...]
    acknowledge: Template | None
    keep_alive: Asked | None

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All exchanges."""
        alive = (self.keep_alive,) if self.keep_alive else ()
        return (*self.identify, *self.status, *self.safe, *self.feed, *alive)

    @property
    def says(self) -> frozenset[str]:
        """What such a device can say: signals, and fields that each message of a signal has."""
        by_signal: dict[str, set[str]] = {}
        for one in self.messages:
            if one.say not in (NOTHING, NOTE, RESTARTED):
                fields = by_signal.setdefault(one.say, set(one.data))
                fields &= set(one.data)
        words = {f"{signal}.{name}" for signal, names in by_signal.items() for name in names}
        return frozenset(words | set(by_signal))


def shipped() -> list[str]:
    """Names of the profiles that come with Burncard."""
    folder = Path(str(resources.files("rigs.profiles")))
    return sorted(path.stem for path in folder.glob("*.toml"))


def find(name: str, near: Path) -> Path:
    """The file of the profile `name`: a file (from the folder `near`), or one that is shipped."""
    if name in shipped():
        return Path(str(resources.files("rigs.profiles"))) / f"{name}.toml"
    return (near / name).resolve()


def load_profile(path: Path) -> Dialect:
    """The profile in the file `path`.

    Raises:
        ProfileError: it cannot be read, is no TOML, or describes no device.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        names = " ".join(shipped())
        raise ProfileError(
            f"{path}: cannot be read ({error.strerror}); name a file, or one of {names}"
        ) from None
    return parse_profile(raw, path)


def parse_profile(raw: bytes, path: Path) -> Dialect:
    """The profile that `raw` is, the bytes of the file `path`.

    Raises:
        ProfileError: it is no TOML, or describes no device.
    """
    try:
        tree = tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        raise ProfileError(f"{path}: not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{path}: no TOML ({error}); see https://toml.io") from None
    return _Reader(path).dialect(tree)


class _Reader:
    """Makes a dialect of one file's tree, or one line that says why not."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def dialect(self, tree: dict[str, Any]) -> Dialect:
        try:
            profile = msgspec.convert(tree, Profile)
        except msgspec.ValidationError as error:
            if isinstance(fields := tree.get("fields"), dict):
                self._each_field(fields)  # the error would not name the field
            self._fail(*_explained(str(error)))
        self._fields = profile.fields
        for name, field in profile.fields.items():
            if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
                self._fail(f"fields.{name}", "a field has small letters, digits and _")
            try:
                re.compile(field.expression())
            except re.error as error:
                self._fail(f"fields.{name}.pattern", f"no regular expression ({error})")
        if profile.role not in ROLES:
            self._fail("role", f"{profile.role!r} is no role; {_nearest(profile.role, ROLES)}")
        framer = self._framer(profile)
        commands, alive = profile.commands, profile.keep_alive
        dialect = Dialect(
            profile=profile,
            path=self._path,
            framer=framer,
            messages=tuple(
                self._message(f"messages[{n}]", one, profile.role)
                for n, one in enumerate(profile.messages)
            ),
            identify=self._exchanges("identify", commands.identify),
            status=self._exchanges("status", commands.status),
            safe=self._exchanges("safe", commands.safe),
            feed=self._feeds(commands.feed),
            acknowledge=self._template("acknowledge.send", profile.acknowledge.send)
            if profile.acknowledge
            else None,
            keep_alive=self._exchange("keep_alive", Exchange(alive.send, alive.answer))
            if alive
            else None,
        )
        self._check(dialect)
        return dialect

    def _each_field(self, fields: dict[str, Any]) -> None:
        for name, raw in fields.items():
            try:
                msgspec.convert(raw, Field)
            except msgspec.ValidationError as error:
                key, what = _explained(str(error), "fields")
                self._fail(f"fields.{name}{key.removeprefix('fields')}", what)

    def _framer(self, profile: Profile) -> Framer:
        framing = profile.framing
        for key, text in (
            ("start", framing.start),
            ("end", framing.end),
            ("escape.byte", framing.escape.byte if framing.escape else ""),
        ):
            self._bytes(f"framing.{key}", text)
        framer = Framer(framing, profile.checksum)
        if problem := framer.problem():
            self._fail(*problem)
        return framer

    def _message(self, key: str, one: Message, role: str) -> Said:
        match = self._template(f"{key}.match", one.match)
        signal = SIGNALS.get((role, one.say))
        own = (NOTHING, NOTE, RESTARTED)
        if signal is None and one.say not in own:
            known = (*(kind for at, kind in SIGNALS if at == role), *own)
            what = f"{one.say!r} is no signal of a {role}; {_nearest(one.say, known)}"
            self._fail(f"{key}.say", what)
        fields = (*signal.key, *signal.value) if signal else ()
        for name in one.data:
            if name not in fields:
                what = f"{one.say} has no field {name!r}; {_nearest(name, fields)}"
                self._fail(f"{key}.data.{name}", what)
        data = {
            name: self._template(f"{key}.data.{name}", text, plain=True)
            for name, text in one.data.items()
        }
        for name, template in data.items():
            for used in template.names:
                if used not in match.names:
                    what = f"{{{used}}} is not in match; use one of {' '.join(match.names)}"
                    self._fail(f"{key}.data.{name}", what)
        for name, text in one.data.items():
            self._known(f"{key}.data.{name}", text, WORDS.get((role, one.say, name), ()))
        return Said(one.say, match, data)

    def _known(self, key: str, text: str, words: tuple[str, ...]) -> None:
        """What `text` comes to is one of `words`, as far as that can be told; none: anything is."""
        named = re.fullmatch(r"\{(\w+)\}", text)
        field = self._fields.get(named[1]) if named else None
        if field is not None:
            key, means = f"fields.{named[1] if named else ''}.values", tuple(field.values.values())
        else:
            means = () if "{" in text else (text,)
        for word in means:
            if words and word not in words:
                self._fail(key, f"{word!r} is not known; {_nearest(word, words)}")

    def _exchanges(self, name: str, given: tuple[Exchange, ...]) -> tuple[Asked, ...]:
        return tuple(
            self._exchange(f"commands.{name}[{n}]", one, identity=name == "identify")
            for n, one in enumerate(given)
        )

    def _exchange(self, key: str, one: Exchange | Feed, *, identity: bool = False) -> Asked:
        send = self._template(f"{key}.send", one.send)
        answer = self._template(f"{key}.answer", one.answer) if one.answer else None
        if answer is not None and "state" in answer.names:
            self._known(f"{key}.answer", "{state}", STATES)
        refused = self._template(f"{key}.refused", one.refused) if one.refused else None
        if isinstance(one, Exchange) and send.names:
            lacking = [name for name in send.names if not self._example(name)]
            if lacking:
                what = f"what is {{{lacking[0]}}}? write it out, or give fields.{lacking[0]} an"
                self._fail(f"{key}.send", f"{what} example")
        if identity and not (answer and set(answer.names) & set(IDENTITY)):
            what = f"no field of the identity; name one {{{'} or {'.join(IDENTITY)}}}"
            self._fail(f"{key}.answer", what)
        return Asked(send, answer, refused)

    def _feeds(self, given: tuple[Feed, ...]) -> tuple[Asked, ...]:
        found = []
        for n, one in enumerate(given):
            key = f"commands.feed[{n}]"
            signal = SIGNALS.get((one.role, one.signal))
            if signal is None:
                self._fail(f"{key}.signal", f"a {one.role} has no signal {one.signal!r}")
            asked = self._exchange(key, one)
            fields = (*signal.key, *signal.value)
            for name in asked.send.names:
                if name not in fields and not self._example(name):
                    what = f"{one.signal} has no field {name!r}; {_nearest(name, fields)}"
                    self._fail(f"{key}.send", what)
            found.append(msgspec.structs.replace(asked, role=one.role, signal=one.signal))
        return tuple(found)

    def _check(self, dialect: Dialect) -> None:
        profile = dialect.profile
        if not profile.messages:
            self._fail("messages", "no message; add a [[messages]] for each thing that it says")
        numbers = profile.numbers
        if numbers and numbers.last <= numbers.first:
            self._fail("numbers.last", f"write more than first ({numbers.first})")
        field = self._fields.get(numbers.field) if numbers else None
        if numbers and field:
            most = 255 if field.kind == "byte" else 10**field.width - 1 if field.width else None
            if most is not None and numbers.last > most:
                self._fail("numbers.last", f"{{{numbers.field}}} goes up to {most}; write no more")
        if numbers and not any(numbers.field in one.match.names for one in dialect.messages):
            self._fail("numbers.field", f"no message has a field {{{numbers.field}}}")
        for name in dialect.acknowledge.names if dialect.acknowledge else ():
            if not any(name in one.match.names for one in dialect.messages):
                self._fail("acknowledge.send", f"no message has a field {{{name}}}")

    def _template(self, key: str, text: str, *, plain: bool = False) -> Template:
        """`plain`: of words, not of bytes on the line."""
        self._bytes(key, text)
        try:
            return Template(text, {} if plain else self._fields)
        except ValueError as error:
            self._fail(key, str(error))

    def _bytes(self, key: str, text: str) -> None:
        if any(ord(character) > 255 for character in text):
            self._fail(key, "a byte is a character up to \\u00FF")

    def _example(self, name: str) -> str:
        field = self._fields.get(name)
        return field.example if field else ""

    def _fail(self, key: str, what: str) -> NoReturn:
        raise ProfileError(f"{self._path}: {key}: {what}")


_TABLES: dict[str, type[Struct]] = {
    "": Profile,
    "framing": Framing,
    "framing.length": Length,
    "framing.escape": Escape,
    "checksum": Check,
    "line": Line,
    "numbers": Numbers,
    "acknowledge": Sent,
    "keep_alive": KeepAlive,
    "messages": Message,
    "commands": Commands,
    "commands.feed": Feed,
    "commands.identify": Exchange,
    "commands.status": Exchange,
    "commands.safe": Exchange,
    "fields": Field,
}


def _explained(message: str, within: str = "") -> tuple[str, str]:
    """Key and words for one of msgspec's messages on what stands `within` a table."""
    what, _, path = message.partition(" - at `$")
    key = (within + path.rstrip("`")).lstrip(".")
    table = _TABLES.get(re.sub(r"\[.*?\]", "", key).rstrip("."))
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        known = table.__struct_fields__ if table else ()
        return ".".join(filter(None, (key, found[1]))), f"unknown key; {_nearest(found[1], known)}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", what):
        return ".".join(filter(None, (key, found[1]))), "missing; add it"
    above, _, last = key.rpartition(".")
    table = _TABLES.get(re.sub(r"\[.*?\]", "", above))
    if what.startswith("Invalid enum value") and table:
        choices = tuple(map(str, get_args(get_type_hints(table)[last.partition("[")[0]])))
        return key, f"unknown value {what.split()[-1]}; known: {' '.join(choices)}"
    return key or "file", what[0].lower() + what[1:].replace("`", "")


def _nearest(word: str, known: tuple[str, ...]) -> str:
    if not known:
        return "leave it out"
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"known: {' '.join(known)}"

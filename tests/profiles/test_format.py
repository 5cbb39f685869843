"""Profiles that cannot be used: one line each, with file, key, what is wrong, what is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from rigs.profiles.format import ProfileError, find, load_profile, parse_profile, shipped
from rigs.rigfile import RigFileError, load_rig

GOOD = """
name = "x"
role = "shuffler"
[framing]
end = "\\n"
[fields.n]
kind = "number"
[[messages]]
match = "DONE {n}"
say = "cycle-done"
data = { count = "{n}" }
"""


def wrong(folder: Path, text: str) -> str:
    path = folder / "p.toml"
    path.write_text(text)
    with pytest.raises(ProfileError) as told:
        load_profile(path)
    line = str(told.value)
    assert "\n" not in line
    assert line.startswith(f"{path}: ")
    return line.removeprefix(f"{path}: ")


def test_one_that_can(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(GOOD)
    dialect = load_profile(tmp_path / "p.toml")
    assert dialect.says == {"cycle-done", "cycle-done.count"}


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('"shuffler"', '"shufler"'), "role: 'shufler' is no role; did you mean shuffler?"),
        (('end = "\\n"', 'ends = "\\n"'), "framing.ends: unknown key; did you mean end?"),
        (('end = "\\n"', ""), 'framing: write end = "\\r\\n", or a length'),
        (('"cycle-done"', '"cycle-don"'), "messages[0].say: 'cycle-don' is no signal of a "
         "shuffler; did you mean cycle-done?"),
        (("count =", "cuont ="), "messages[0].data.cuont: cycle-done has no field 'cuont'; did you "
         "mean count?"),
        (('"{n}" }', '"{m}" }'), "messages[0].data.count: {m} is not in match; use one of n"),
        (("DONE {n}", "DONE {n"), "messages[0].match: 'DONE {n' has a single {; write {{"),
        (('"number"', '"numbr"'), "fields.n.kind: unknown value 'numbr'; known: text "
         "number byte card"),
        (("DONE", "D\u0142"), "messages[0].match: a byte is a character up to \\u00FF"),
        (('match = "DONE {n}"\n', ""), "messages[0].match: missing; add it"),
        (('name = "x"\n', ""), "name: missing; add it"),
        (('kind = "number"', 'pattern = "["'), "fields.n.pattern: no regular expression "
         "(unterminated character set at position 0)"),
    ],
)  # fmt: skip
def test_what_is_wrong(tmp_path: Path, change: tuple[str, str], line: str) -> None:
    assert change[0] in GOOD
    assert wrong(tmp_path, GOOD.replace(*change)) == line


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ('[[commands.identify]]\nsend = "WHO"\nanswer = "I AM {me}"\n',
         "commands.identify[0].answer: no field of the identity; name one {maker} or {model} or "
         "{serial} or {firmware} or {sha256}"),
        ('[[commands.status]]\nsend = "S {x}"\n',
         "commands.status[0].send: what is {x}? write it out, or give fields.x an example"),
        ('[numbers]\nfield = "q"\n', "numbers.field: no message has a field {q}"),
        ('[numbers]\nfield = "n"\nlast = 3\nfirst = 3\n', "numbers.last: write more than first "
         "(3)"),
        ('[acknowledge]\nsend = "ACK {q}"\n', "acknowledge.send: no message has a field {q}"),
        ('[[commands.feed]]\nrole = "shoe"\nsignal = "crad"\nsend = "x"\n',
         "commands.feed[0].signal: a shoe has no signal 'crad'"),
        ('[checksum]\nkind = "crc"\n', "checksum.kind: 'crc' is none of xor sum8 sum8-negative "
         "sum16 crc16-arc crc16-modbus crc16-ccitt-false crc16-xmodem crc16-kermit crc16-x25 "
         "crc32"),
    ],
)  # fmt: skip
def test_what_is_wrong_further_on(tmp_path: Path, more: str, line: str) -> None:
    assert wrong(tmp_path, GOOD + more) == line


def test_no_toml_and_no_file(tmp_path: Path) -> None:
    assert wrong(tmp_path, "name = ").startswith("no TOML (")
    with pytest.raises(ProfileError, match=r"cannot be read .*; name a file, or one of digit-rea"):
        load_profile(tmp_path / "absent.toml")


def test_the_shipped_ones_load() -> None:
    assert shipped() == ["digit-reader", "text-shuffler"]
    for name in shipped():
        load_profile(find(name, Path("/nowhere")))


RIG = """
[devices.shuffler]
role = "shuffler"
driver = "profile"
link = { kind = "serial", port = "usb:1" }
safe_state = { state = "motor stopped" }
"""


def test_a_rig_file_names_it_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(GOOD)
    (tmp_path / "rig.toml").write_text(RIG + 'options = { profile = "p.toml" }\n')
    spec = load_rig(tmp_path / "rig.toml").devices["shuffler"]
    assert (spec.protocol, spec.options["profile"]) == ("profile", str(tmp_path / "p.toml"))


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("", "options.profile: missing; name a file, or one of digit-reader text-shuffler"),
        ('options = { profile = "digit-reader" }\n',
         "role: digit-reader is the profile of a card-reader, not of a shuffler"),
        ('options = { profile = "x.toml" }\n', "options.profile: {folder}/x.toml: cannot be read "
         "(No such file or directory); name a file, or one of digit-reader text-shuffler"),
    ],
)  # fmt: skip
def test_a_rig_file_that_names_none(tmp_path: Path, more: str, line: str) -> None:
    path = tmp_path / "rig.toml"
    path.write_text(RIG + more)
    with pytest.raises(RigFileError) as told:
        load_rig(path)
    wanted = line.replace("{folder}", str(tmp_path))
    assert str(told.value) == f"{path}: devices.shuffler.{wanted}"


READER = """\
name = "r"
role = "masque-reader"
framing.end = "\\n"
[fields.c]
values = { B = "blue", R = "red" }
[fields.n]
kind = "byte"
[fields.state]
values = { R = "ready", F = "fault" }
[[messages]]
match = "{n}L{c}"
say = "light"
data = { colour = "{c}" }
[[messages]]
match = "{n}OFF"
say = "light"
data = { colour = "none" }
[[commands.status]]
send = "S"
answer = "S{state}"
[numbers]
field = "n"
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ('"blue"', '"bleu"', "fields.c.values: 'bleu' is not known; did you mean blue?"),
        (
            'colour = "none"',
            'colour = "off"',
            "messages[1].data.colour: 'off' is not known; known: blue red yellow none",
        ),
        ('"ready"', '"up"', "fields.state.values: 'up' is not known; known: ready safe fault"),
        (
            'field = "n"',
            'field = "n"\nlast = 999',
            "numbers.last: {n} goes up to 255; write no more",
        ),
        (
            'kind = "byte"\n',
            'kind = "number"\nwidth = 2\n',
            "numbers.last: {n} goes up to 99; write no more",
        ),
    ],
)
def test_a_word_that_no_one_would_understand_is_no_finding(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    """It would be charged to the device, as a light that it never lit."""
    path = tmp_path / "r.toml"
    parse_profile(READER.encode(), path)
    assert right in READER
    with pytest.raises(ProfileError) as caught:
        parse_profile(READER.replace(right, wrong).encode(), path)
    assert str(caught.value) == f"{path}: {line}"

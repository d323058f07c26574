"""Values that nobody means well with, and values that are nearly right."""

import json
import random
from typing import Any

TEXTS = (
    "", " ", "0", "1", "-1", "-0", "1e9", "0x10", "1.5", "٣", "²", "9" * 40, "9" * 5000, "NaN", "Infinity", "null",
    "true", "yes", "no", "[]", "{}", "\0", "a\0b", "\r\nSet-Cookie: a=b", "\n", "\x1b[31m", "\u202e", "\u200b",
    "\ufeff", "\ufffe", "e" + "\u0301" * 200, "🜏" * 30, "👩‍👩‍👧‍👧", "x" * 201, "x" * 4001, "ﷺ" * 24, "İ", "ß", "ſ",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "{{ 7 * 7 }}", "%s%n{0}{a.b}",
    "'; DROP TABLE tables; --", "../../etc/passwd", "//evil.example", "/\\evil.example", "https://evil.example",
    "javascript:alert(1)", "/me\r\nX: y", "FUMUS-ALBA-ROTA-27", "open", "play", "pass", "DEED-1", "novice",
    "cardinal", "pope-or-nope", "habemus-papam", "up", "de",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 999, 1000, 2**31, 2**63, -(2**63) - 1, 10**400, 0.5, 1e308, -0.0)
RAW = (
    b"", b"{", b"[1,", b"\xff\xfe\x00", b"[" * 30_000, b'{"a":' * 5000 + b"1" + b"}" * 5000, b'{"a": NaN}',
    b'{"a": 1e999}', b'{"game": "pope-or-nope", "game": 1, "name": "Ada"}', b'{"name": "\\ud800"}',
    b'{"name": "\\u0000"}', b"1" * 6000, b"null", b'"x"', b"a" * 66_000, b"&" * 5000, b"a=1&" * 2000, b"=%ff%00&%",
    b"name=%ED%A0%80", b"\xef\xbb\xbf{}",
    b"--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nx\r\n--b--\r\n",
    b"--b\r\nContent-Disposition: form-data; name=\"name\"; filename=\"x\"\r\n\r\nx\r\n--b--\r\n",
    b"--b\r\nContent-Disposition: form-data\r\n\r\n", b"--b\r\n" * 1000, b"--b" + b"\r\nA: b" * 3000,
)  # fmt: skip
KINDS = (
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "multipart/form-data",
    "text/plain", "application/json; charset=utf-7", "application/x-www-form-urlencoded; charset=x",
    "multipart/form-data; boundary=" + "b" * 300, "application/vnd.api+json", "\xff", "",
)  # fmt: skip
HEADERS = (
    ("host", "evil.example"), ("host", ""), ("host", "a b<>\"'"), ("x-forwarded-host", "evil.example"),
    ("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https"),
    ("forwarded", "host=evil.example;proto=https"), ("accept-language", "de-DE,de;q=0.9,en;q=0.8"),
    ("accept-language", "de;q=" + "9" * 300), ("accept-language", "a" + " " * 8000 + "!"),
    ("accept-language", "\xe9,,;;q=,*;q=0"), ("accept", "application/json"), ("accept-encoding", "gzip;q=x, br"),
    ("range", "bytes=0-0,-1,5-2"), ("if-none-match", "*"), ("if-modified-since", "no date"),
    ("cookie", "conclave=x; theme=\"\x80\"; language=zz; kept"), ("cookie", "conclave=" + "a.b" * 900),
    ("cookie", ";=;=\"\\"), ("authorization", "Bearer"), ("authorization", "Bearer \xe9\x00"),
    ("authorization", "Basic Og=="), ("authorization", "Bearer " + "k" * 5000),
    ("content-length", "²".encode("latin-1").decode("latin-1")), ("expect", "100-continue"), ("hx-request", "true"),
    ("hx-request", "\xff"), ("sec-fetch-site", "cross-site"), ("origin", "null"), ("origin", "http://[::1"),
    ("upgrade", "websocket"), ("x-http-method-override", "DELETE"), ("referer", "javascript:1"),
)  # fmt: skip
PATHS = (
    "//evil.example", "/%00", "/%ff", "/t/%2e%2e/%2e%2e/etc/passwd", "/static/../app/config.py",
    "/static/%2e%2e/app/config.py", "/static/%00", "/static/" + "x" * 5000, "/static/fonts", "/static//etc/passwd",
    "/static/..%5c..", "/t/" + "A" * 3000, "/t/%0d%0aX:y", "/rules/%00", "/rules/../../x", "/me/link/%00",
    "/me/link/" + "a" * 4000, "/me/link/a.b", "/api/tables/%00", "/api/tables/x/live", "/api/openapi.json",
    "/api/docs", "/healthz", "/healthx", "/metrics", "/t//", "/rules/", "/me/", "/?%00=%ff", "/t/a;b=c",
    "/t/a%3Fb",
)  # fmt: skip


def text(chance: random.Random, offered: list[str]) -> str:
    """What somebody may type: mostly what the page offers or nearly that, else something bad."""
    if offered and chance.random() < 0.6:
        return _nearly(chance, chance.choice(offered)) if chance.random() < 0.25 else chance.choice(offered)
    return chance.choice(TEXTS)


def _nearly(chance: random.Random, right: str) -> str:
    """The right text with one slip in it."""
    at = chance.randrange(len(right) + 1)
    slips = (
        right[:at] + right[at + 1 :],
        right[:at] + chance.choice("0aZ \0é") + right[at:],
        right.swapcase(),
        right * 2,
    )
    if right.isascii() and right.isdigit() and len(right) < 18:
        slips += (str(int(right) + 1), str(int(right) - 1), f"0{right}")
    return chance.choice(slips)


def plain(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    match chance.randrange(8 if depth < 3 else 5):
        case 0 | 1 | 2:
            return chance.choice(TEXTS)
        case 3:
            return chance.choice(NUMBERS)
        case 4:
            return chance.choice((None, True, False))
        case 5 | 6:
            return [plain(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {chance.choice(TEXTS): plain(chance, depth + 1) for _ in range(chance.randrange(4))}


def spoilt(chance: random.Random, right: Any) -> Any:
    """A JSON value that was right, with some of its parts replaced."""
    if chance.random() < 0.12:
        return plain(chance)
    match right:
        case dict():
            kept = {name: spoilt(chance, value) for name, value in right.items() if chance.random() < 0.95}
            return kept if chance.random() < 0.95 else {**kept, chance.choice(TEXTS): plain(chance)}
        case list():
            return [spoilt(chance, value) for value in right]
        case str() if chance.random() < 0.05:
            return _nearly(chance, right)
        case int() | float() if chance.random() < 0.05:
            return chance.choice(NUMBERS)
        case _:
            return right


def written(value: Any) -> bytes:
    """The value as JSON, surrogates, NaN and all."""
    return json.dumps(value).encode()

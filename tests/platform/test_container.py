"""The Dockerfile's own steps, taken one by one without docker: folders of a scratch place for those of the image, an
environment of its own for the image's Python, and a user without rights for the image's. Left out is only what needs
the image: FROM, and the user's entry.
"""

import ipaddress
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.platform.conftest import PROJECT, free_port, processes, surroundings, until

INSTALLING = 600.0
"""Seconds that pip may take on a slow line."""

WITHIN_THE_IMAGE = ("FROM", "VOLUME", "EXPOSE", "USER")


def instructions(text: str) -> list[tuple[str, str]]:
    """A Dockerfile's instructions: (name, the rest), continued lines joined."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line.strip())]


def as_somebody_else() -> list[str]:
    """What makes a root who runs the tests a user without rights, as in the image, wherever the kernel lets it."""
    other = ["unshare", "--user", "--map-user=65534", "--map-group=65534"]
    able = (
        os.geteuid() == 0 and shutil.which("unshare") and subprocess.run([*other, "true"], check=False).returncode == 0
    )
    return other if able else []


@dataclass
class Image:
    """What the steps have made so far."""

    root: Path
    port: int
    workdir: Path = Path("/")
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def inside(self, path: str) -> Path:
        """Where a path of the image lies in the scratch place."""
        return (
            self.root / (path if not path.startswith("/") else path[1:])
            if path.startswith("/")
            else self.workdir / path
        )

    def take(self, name: str, rest: str) -> None:
        """One instruction."""
        match name:
            case "WORKDIR":
                self.workdir = self.inside(rest)
                self.workdir.mkdir(parents=True)
            case "COPY":
                self._copy(*rest.split())
            case "RUN":
                self._run(rest)
            case "ENV":
                self.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "CMD":
                self.command = json.loads(rest)
            case "HEALTHCHECK":
                self.health = json.loads(rest.partition("CMD ")[2].replace(":8000/", f":{self.port}/"))
            case _ if name in WITHIN_THE_IMAGE:
                return
            case _:
                raise AssertionError(f"the test can't take the step {name} {rest}")

    def surroundings(self) -> dict[str, str]:
        """The environment of a process in the container."""
        ours = {**self.environment, "CONCLAVE_DATA": str(self.inside(self.environment.get("CONCLAVE_DATA", "/data")))}
        return surroundings(**{**ours, "PATH": f"{self.root}/python/bin:{os.environ['PATH']}", "PORT": str(self.port)})

    def _copy(self, *paths: str) -> None:
        *sources, target = paths
        for source in sources:
            if (PROJECT / source).is_dir():
                shutil.copytree(PROJECT / source, self.inside(target), ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(PROJECT / source, self.inside(target))

    def _run(self, step: str) -> None:
        if step.startswith("useradd "):
            return
        here = step.replace(" /data", f" {self.root}/data")
        here = here.replace(" -o 10001 -g 10001", "")  # the image's user is who runs this test
        ended = subprocess.run(
            ["sh", "-c", here],
            cwd=self.workdir,
            env=self.surroundings(),
            capture_output=True,
            text=True,
            timeout=INSTALLING,
        )
        assert ended.returncode == 0, f"{step}\n{ended.stdout}\n{ended.stderr}"


@pytest.fixture
def image(tmp_path: Path) -> Iterator[Image]:
    """A scratch place with a Python of its own."""
    root = tmp_path / "image"
    root.mkdir()
    subprocess.run([sys.executable, "-m", "venv", root / "python"], check=True)
    yield Image(root, free_port())
    shutil.rmtree(root)  # 200 MB


def test_the_steps_make_a_server_that_answers_its_health_check(image: Image) -> None:
    for name, rest in instructions((PROJECT / "Dockerfile").read_text()):
        image.take(name, rest)
    server = subprocess.Popen([*as_somebody_else(), *image.command], cwd=image.workdir, env=image.surroundings())
    try:
        until(lambda: server.poll() is not None or _healthy(image), "a good health check")
        assert server.poll() is None
        assert image.inside("/data/postgres").is_dir()
    finally:
        server.terminate()
        server.wait()
    assert server.returncode == 0
    assert processes(image.root) == []


def _healthy(image: Image) -> bool:
    asked = subprocess.run(image.health, env=image.surroundings(), capture_output=True, check=False)
    return asked.returncode == 0


def test_everything_that_is_copied_passes_the_dockerignore() -> None:
    ignore = (PROJECT / ".dockerignore").read_text().splitlines()
    assert ignore[0] == "*"
    copied = [rest.split()[:-1] for name, rest in instructions((PROJECT / "Dockerfile").read_text()) if name == "COPY"]
    names = {name for names in copied for name in names}
    assert names == {line[1:] for line in ignore if line.startswith("!")}
    assert [name for name in names if not (PROJECT / name).exists()] == []


def test_nothing_runs_as_root_and_the_data_is_kept_apart() -> None:
    steps = instructions((PROJECT / "Dockerfile").read_text())
    names = [name for name, _ in steps]
    assert ("USER", "10001") in steps
    assert names.index("USER") < names.index("CMD")
    assert ("VOLUME", "/data") in steps


def documented() -> list[str]:
    """The settings of which the operator is told, and the proxy's one."""
    return ["SITE", *re.findall(r"^\| `([A-Z_]+)` ", (PROJECT / "docs/operations.md").read_text(), re.MULTILINE)]


def test_people_come_in_by_the_proxy_alone() -> None:
    text = (PROJECT / "docker-compose.yml").read_text()
    proxy, app, database = re.split(r"^  (?:app|database):$", text, maxsplit=2, flags=re.MULTILINE)
    assert "ports:" in proxy
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in proxy
    assert "ports:" not in app + database
    subnet, for_ipv6 = re.findall(r"subnet: (\S+)", database)
    assert f"TRUSTED_PROXIES:-{subnet}" in app
    assert ipaddress.ip_network(for_ipv6).is_private
    assert "enable_ipv6:" in database


def test_compose_waits_for_a_healthy_database_and_keeps_both_volumes() -> None:
    text = (PROJECT / "docker-compose.yml").read_text()
    assert "\t" not in text
    assert re.search(r"depends_on:\n +database:\n +condition: service_healthy", text)
    assert re.search(r"^volumes:\n  certificates:\n  data:\n  database:\n", text, re.MULTILINE)
    variables = set(re.findall(r"^      ([A-Z_]+): ", text, re.MULTILINE))
    assert {"SITE", "DATABASE_URL", "PUBLIC_URL", "TRUSTED_PROXIES", "WORKERS", "LOG_FORMAT"} <= variables
    assert variables - {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB", "PGPASSWORD"} <= set(documented())
    told = re.findall(r"\$\{DATABASE_PASSWORD:-(\w+)\}", text)
    assert told == ["conclave", "conclave"]

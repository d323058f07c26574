"""Whatever stops a start is told in one sentence, without a traceback, and with an exit status that is not 0."""

import socket
from pathlib import Path

import pytest

from app.cli import main
from app.config import SettingsError, from_environment
from app.schema import upgrade
from tests.conftest import execute
from tests.platform.conftest import conclave, free_port


def refusal(*arguments: str, **given: str) -> str:
    """What `conclave` says on its error output when it refuses."""
    ended = conclave(*arguments, **given)
    assert ended.returncode in (1, 2)
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr.strip()


def test_the_port_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        said = refusal("serve", "--port", str(port), "--data", str(tmp_path))
    assert said.startswith(f"Port {port} is taken by another program.")
    assert not (tmp_path / "postgres").exists()


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    said = refusal("serve", "--host", "192.0.2.1", "--data", str(tmp_path))
    assert (
        said
        == "Can't listen on 192.0.2.1 port 8000: Cannot assign requested address. Choose others with HOST and PORT."
    )


def test_the_data_folder_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert refusal("serve", "--data", str(tmp_path / "data")).startswith(
        f"Can't write in the data folder {tmp_path}/data:"
    )


def test_the_data_folder_can_not_be_written() -> None:
    assert refusal("serve", CONCLAVE_DATA="/proc/conclave").startswith("Can't write in the data folder /proc/conclave:")


def test_the_secret_key_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("short")
    said = refusal("serve", "--data", str(tmp_path))
    assert said == f"The secret key in {tmp_path}/secret_key is damaged. Delete the file for a new key."


@pytest.mark.parametrize(
    "url", ["mysql://a/b", "nonsense", "postgresql://a:b@h:port/c", "postgresql://a:b@h:99999/c", "postgresql://h"]
)
def test_a_wrong_database_url(tmp_path: Path, url: str) -> None:
    said = refusal("serve", "--data", str(tmp_path), DATABASE_URL=url)
    assert said.startswith("DATABASE_URL must look like postgresql://user:password@host:5432/name")


def test_an_unreachable_database_is_named_without_its_password(tmp_path: Path) -> None:
    url = f"postgresql://conclave:sesame@127.0.0.1:{free_port()}/conclave"
    said = refusal("serve", "--port", str(free_port()), "--data", str(tmp_path), DATABASE_URL=url)
    assert said.startswith("The database postgresql://conclave:***@127.0.0.1:")
    assert said.endswith("can't be used: Connection refused.")


def test_how_the_database_is_reached_may_be_said(tmp_path: Path, database_url: str) -> None:
    url = f"{database_url.replace('+asyncpg', '')}&sslmode="
    settings = from_environment({"DATABASE_URL": f"{url}prefer", "CONCLAVE_DATA": str(tmp_path)})
    upgrade(str(settings.database_url))
    said = refusal("serve", "--port", str(free_port()), "--data", str(tmp_path), DATABASE_URL=f"{url}maybe")
    assert said.startswith(f"The database {url}maybe can't be used:")


def test_a_database_that_does_not_exist(tmp_path: Path, database_url: str) -> None:
    url = database_url.replace("/test_", "/nowhere_")
    said = refusal("serve", "--port", str(free_port()), "--data", str(tmp_path), DATABASE_URL=url)
    assert "does not exist" in said


def test_a_database_of_a_newer_version(tmp_path: Path, database_url: str) -> None:
    execute(database_url, "UPDATE alembic_version SET version_num = '9999'")
    said = refusal("serve", "--port", str(free_port()), "--data", str(tmp_path), DATABASE_URL=database_url)
    assert said == "The database was written by a newer version of Conclave: start that one."


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("PORT", "0", "PORT must be a whole number from 1 to 65535, not '0'."),
        ("PORT", "eighty", "PORT must be a whole number from 1 to 65535, not 'eighty'."),
        ("PORT", "٨٠", "PORT must be a whole number from 1 to 65535, not '٨٠'."),
        ("WORKERS", "17", "WORKERS must be a whole number from 1 to 16, not '17'."),
        ("BOT_SECONDS", "0", "BOT_SECONDS must be a number of seconds, more than 0 and up to 60, not '0'."),
        ("BOT_SECONDS", "nan", "BOT_SECONDS must be a number of seconds, more than 0 and up to 60, not 'nan'."),
        ("BOT_SECONDS", "long", "BOT_SECONDS must be a number of seconds, more than 0 and up to 60, not 'long'."),
        ("BOT_PAUSE", "2,1", "BOT_PAUSE must be two numbers of seconds, least and most, like 0.8,1.8, not '2,1'."),
        (
            "BOT_PAUSE",
            "nan,nan",
            "BOT_PAUSE must be two numbers of seconds, least and most, like 0.8,1.8, not 'nan,nan'.",
        ),
        ("PUBLIC_URL", "ftp://a", "PUBLIC_URL must look like https://conclave.example, without a path, not 'ftp://a'."),
        (
            "PUBLIC_URL",
            "https://a/b",
            "PUBLIC_URL must look like https://conclave.example, without a path, not 'https://a/b'.",
        ),
        ("TRUSTED_PROXIES", "me", "TRUSTED_PROXIES must be addresses or networks, and 'me' is none."),
        ("WS_COMPRESSION", "on", "WS_COMPRESSION must be yes or no, not 'on'."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be text or json, not 'xml'."),
        ("METRICS_PORT", "0", "METRICS_PORT must be a whole number from 1 to 65519, not '0'."),
        ("SECRET_KEY", "short", "SECRET_KEY must have at least 32 characters. Leave it out to have one made."),
    ],
)
def test_a_wrong_setting(tmp_path: Path, variable: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        from_environment({"CONCLAVE_DATA": str(tmp_path), variable: value})
    assert str(refused.value) == said


def test_a_wrong_setting_stops_the_start(tmp_path: Path) -> None:
    said = refusal("serve", "--workers", "many", "--data", str(tmp_path))
    assert said == "WORKERS must be a whole number from 1 to 16, not 'many'."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["simulate", "chess"],
            "There is no game 'chess'; there is: habemus-papam, pope-or-nope, papal-curia, curia-companion.",
        ),
        (["simulate", "pope-or-nope", "--seats", "9"], "Pope or Nope takes 2 to 8 players, not 9."),
        (["simulate", "pope-or-nope", "--games", "0"], "'0' is no whole number from 1 to 1000000"),
        (["simulate", "pope-or-nope", "--games", "many"], "'many' is no whole number from 1 to 1000000"),
        (["simulate", "pope-or-nope", "--seed", "x"], "Argument --seed: invalid int value: 'x'"),
        (["simulate", "pope-or-nope", "--bots", "wise"], "There is no bot 'wise'; Pope or Nope has: random, novice"),
        (["simulate", "pope-or-nope", "--bots", "courtier,wise"], "There is no bot 'wise'; Pope or Nope has: random"),
        (
            ["simulate", "curia-companion", "--bots", "courtier"],
            "There is no bot 'courtier'; Curia Companion has",
        ),
        (["simulate", "pope-or-nope", "--bots", "a,b,c"], "Name one bot for all seats, or two to play"),
        (["simulate", "pope-or-nope", "--seconds", "nan"], "'nan' is no number of seconds above 0, up to 60"),
        (["fly"], "Argument command: invalid choice: 'fly'"),
        ([], "The following arguments are required: command"),
    ],
)
def test_a_wrong_command(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    told = capsys.readouterr()
    assert said in f"{refused.value.code} {told.err}"
    assert told.out == ""

"""A guest's personal link: it opens the same guest on another device, until it is renewed. Nothing of it is kept: it is
the guest's number and epoch, signed apart from cookies, so that neither is good for the other."""

from itsdangerous import URLSafeSerializer
from starlette.requests import HTTPConnection

from app.config import Settings
from app.identity.cookies import Visit, tell, told
from app.lobby.links import Link, link


def token(settings: Settings, who: Visit) -> str:
    """What stands behind /me/link/ in the link."""
    return tell(_signer(settings), who)


def read(settings: Settings, given: str) -> Visit | None:
    """Whose link this is; None if it isn't one of ours."""
    return told(_signer(settings), given)


def address(settings: Settings, connection: HTTPConnection, who: Visit) -> Link:
    """The whole link, and why it may not work from elsewhere."""
    return link(settings, connection, f"/me/link/{token(settings, who)}")


def _signer(settings: Settings) -> URLSafeSerializer:
    return URLSafeSerializer(settings.secret_key, salt="personal link")

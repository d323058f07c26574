"""Pictures, fonts, styles and scripts. An address with the content's hash (`?v=`) may be kept for ever."""

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class HashedFiles(StaticFiles):
    """Files under static/; immutable where the address names the content."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        hashed = scope["query_string"].startswith(b"v=") and response.status_code in (200, 304)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response

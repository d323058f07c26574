"""A guest's own settings: name, theme and language."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app import forms, language
from app.house import House
from app.identity import cookies, service, store
from app.language import gettext
from app.problems import Malformed

router = APIRouter()

LONGEST = 200
"""Characters of a name as typed (more than a name may have, so that its own refusal is told), and of a path."""


@router.post("/me/name")
async def rename(request: Request) -> Response:
    """Another name: form {name, path?}."""
    sent = await forms.read(request)
    back = _back(sent)
    await service.rename(request.app.state.house, cookies.settling(request).id, forms.text(sent, "name", LONGEST) or "")
    return forms.go(request, back)


@router.post("/me/theme")
async def choose_theme(request: Request) -> Response:
    """Light, dark, or as the device has it: form {theme, path?}."""
    sent = await forms.read(request)
    chosen = forms.text(sent, "theme", LONGEST)
    theme = next((theme for theme in cookies.THEMES if theme == chosen), None)
    if theme is None:
        raise Malformed(gettext("A theme is light, dark, or auto. Choose one of them."))
    answer = forms.go(request, _back(sent))
    answer.headers.append("set-cookie", cookies.theme_cookie(request, theme))
    return answer


@router.post("/me/language")
async def choose_language(request: Request) -> Response:
    """The language of all pages: form {language, path?}. A guest's goes along to other devices."""
    sent = await forms.read(request)
    chosen = forms.text(sent, "language", LONGEST)
    if chosen not in language.NAMES:
        raise Malformed(gettext("There are no pages in this language. Choose one of those that are offered."))
    house: House = request.app.state.house
    async with house.engine.begin() as connection:
        await store.choose_language(connection, cookies.visit(request).id, chosen)
    answer = forms.go(request, _back(sent))
    answer.headers.append("set-cookie", cookies.language_cookie(request, chosen))
    return answer


def _back(sent: forms.Sent) -> str:
    """The page of ours that the form came from; Home if it names anything else."""
    path = forms.text(sent, "path", LONGEST) or "/"
    ours = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    return path if ours and "\\" not in path else "/"

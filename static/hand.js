/* A hand on a device that several share: nothing of it is left behind when its page is left, and a page that the browser
   has kept is asked for anew. */
"use strict";

window.addEventListener("pagehide", () => document.body.replaceChildren());
window.addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

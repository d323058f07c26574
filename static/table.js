/* What the pages need beside htmx: no game state, only what the eye and the keyboard want. */
"use strict";

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const log = find("#log");
const banner = find("#connection");
const language = document.documentElement.lang;
const words = find("#scripted").dataset; // what scripts say, in the language of the page

/* --- title, waiting time -------------------------------------------------- */

const titled = () => {
  const said = find("[data-title]");
  if (said) document.title = `${said.dataset.title} · Conclave`;
};

/* The moment itself, by the clock of whoever reads it: true for as long as it stands there. */
const moment = (then) => {
  const clock = then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  const day = then.toLocaleDateString(language, { weekday: "short", day: "numeric", month: "short" });
  const told = then.toDateString() === new Date().toDateString() ? clock : `${day}, ${clock}`;
  return words.since.replace("{moment}", told);
};

const told = () => all("time.since").forEach((time) => {
  const text = moment(new Date(time.dateTime));
  if (time.textContent !== text) time.textContent = text;
});

/* --- what has changed: at once, and since one's own last move ---------------- */

const numbers = () => new Map(all("[data-n][id]").map((element) => [element.id, element.dataset.n]));
let before = numbers();
let base = new Map([...before, ...Object.entries(JSON.parse(document.body.dataset.was ?? "{}"))]); // as it lay after the own last move
const version = () => Number(find("#public")?.dataset.version);
let moved = null; // the version before the own move that is under way: a frame that shows no later one says nothing of it

const marked = () => {
  for (const element of all("[data-n][id]")) {
    const fresh = base.get(element.id) !== element.dataset.n;
    if (!element.matches(".pile")) element.classList.toggle("fresh", fresh && "me" in document.body.dataset);
    else if (fresh) element.querySelector(".stack").append(Object.assign(document.createElement("span"), { className: "delta", textContent: words.new }));
  }
};

const compare = () => {
  const now = numbers();
  const mine = moved !== null && version() > moved;
  if (find("#at")) base = before; // in a replay: since the moment that was shown before
  else if (mine || base.get("round") !== now.get("round")) base = now;
  for (const element of all("[data-n][id]")) if (before.get(element.id) !== element.dataset.n) element.classList.add("changed");
  marked();
  if (mine && log) {
    all("#unseen, #missed > *, #log .new-line").forEach((element) => element.remove());
    log.append(Object.assign(document.createElement("li"), { className: "new-line", textContent: words.lastMove }));
  }
  if (mine) moved = null;
};

/* --- log ----------------------------------------------------------------------- */

const lines = () => all("#log > [data-number]");
let seen = lines().length - all("#unseen ~ [data-number]").length;
let returned = false; // whether the log was opened at what is new
let following = true; // not while one reads further up

const atEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 8;

/* On coming back the log opens at the first line that is new. */
const toUnseen = () => {
  const [box, mark] = [log.parentElement, find("#unseen")];
  if (mark) box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
  following = !mark || atEnd(box);
  returned = true;
};

const read = () => {
  if (!log) return;
  const count = lines().length;
  if (log.checkVisibility()) {
    if (!returned) toUnseen();
    if (following) log.parentElement.scrollTop = log.parentElement.scrollHeight;
    seen = count;
  }
  find("#unread").hidden = count <= seen;
  find("#unread").textContent = count - seen > 99 ? "99+" : count - seen;
};
find("#side")?.addEventListener("toggle", ({ newState }) => {
  following = true;
  read();
  if (newState === "open") find("#missed")?.replaceChildren();
});

/* What was taken back stays in the log as such. */
const strike = () => all("#log .takes-back").forEach(({ dataset: { first, last } }) => {
  for (let number = Number(first); number <= Number(last); number += 1) find(`#log-${number}`)?.classList.add("undone");
});

/* --- frames -------------------------------------------------------------------- */

let asked = find("[data-question]")?.dataset.question;
let held = document.body; // what had the focus last
const sent = () => all(".sending").forEach((element) => element.classList.remove("sending"));

/* A button that was pressed may be gone with the frame: the keyboard then goes on from where it says what is next. */
const focused = () => (document.activeElement === document.body ? held : document.activeElement);
const keepFocus = () => {
  if (!focused().checkVisibility()) (find("#prompt") ?? find("#main")).focus();
};

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  before = numbers();
  held = focused();
  following = !log || atEnd(log.parentElement);
  /* The slot of a pile that this very frame brings is looked up after the pile is there, not before. */
  const named = [...ctx.text.matchAll(/<hx-partial hx-target="(#[\w-]+)"/g)].map((match) => match[1]);
  tasks.filter((task) => task.type === "partial").forEach((task, i) => { task.target ??= named[i]; });
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== document.body) {
    find(".asked [data-dismiss]")?.focus(); // asked in the place of the prompt: the keyboard goes on from there
    return;
  }
  leave();
  const question = find("[data-question]")?.dataset.question;
  if (question !== asked) {
    find("#refusal")?.replaceChildren();
    find("#nudged")?.replaceChildren();
    find("#move")?.reset();
  }
  asked = question;
  all("select[data-value]").forEach((select) => { if (select !== document.activeElement) select.value = select.dataset.value; });
  [sent, compare, titled, told, strike, read, keepFocus].forEach((step) => step());
});

/* --- connection ------------------------------------------------------------------ */

const say = (sentence) => {
  banner.hidden = !sentence;
  banner.textContent = sentence;
};

document.addEventListener("htmx:ws:before:connection", ({ detail: { connection } }) => {
  const last = lines().at(-1)?.dataset.number;
  if (last) connection.url = connection.url.replace(/since=\d+/, `since=${last}`);
  const said = find("#chat > li:last-child")?.id.slice(2);
  if (said) connection.url = connection.url.replace(/chat=[\w-]*/, `chat=${said}`);
  const mark = find("#chat")?.dataset.mark;
  if (mark) connection.url = connection.url.replace(/mark=\w*/, `mark=${mark}`);
});
/* A line that dies in silence closes nothing: the house says every 15 seconds that it is there. */
const SILENCE = 40_000;
let line = null;
let heard = 0;
document.addEventListener("htmx:ws:before:message:incoming", () => { heard = Date.now(); });
setInterval(() => {
  if (!line || Date.now() - heard < SILENCE) return;
  line.socket.close(1000);
  line = null;
  say(words.reconnecting);
}, 5000);
let restarting = false; // until there is a house again: while it is down, closing sockets say nothing of it
document.addEventListener("htmx:ws:after:connection", ({ detail: { connection } }) => {
  line = connection;
  heard = Date.now();
  restarting = false;
  say("");
});
document.addEventListener("htmx:ws:close", ({ detail: { code } }) => {
  line = null;
  restarting ||= code === 1012; // how a house says so
  if (!find("[data-gone]")) say(code >= 4000 ? words.closed : restarting ? words.restarting : words.reconnecting);
});

/* The table has moved on; but an answer to one's own deed, if it leads elsewhere, goes first. */
let pending = 0;
let led = false;
const leave = () => {
  const gone = find("[data-gone]");
  if (gone && !pending && !led) setTimeout(() => location.replace(gone.href), Number(gone.dataset.gone));
};

/* --- sending ----------------------------------------------------------------------- */

document.addEventListener("submit", ({ submitter }) => submitter?.classList.add("sending"));
const moves = ({ request }) => request.action.endsWith("/moves");
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  pending += 1;
  if (moves(ctx)) moved = version(); // the frame may be here before the answer
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  pending -= 1;
  led ||= Boolean(ctx.hx?.redirect);
  leave();
  find(".dialog:popover-open")?.hidePopover(); // what is answered stands in the dock
  if (ctx.response?.status === 204) return;
  if (moves(ctx)) moved = null;
  sent();
});
const unsent = ({ sourceElement }) => {
  const note = Object.assign(document.createElement("p"), { className: "refused", role: "alert", textContent: words.unsent });
  find(sourceElement.getAttribute("hx-target"))?.replaceChildren(note);
};
document.addEventListener("htmx:error", ({ detail: { ctx } }) => { if (ctx?.request) unsent(ctx); });
/* Whatever the house answers has a number. What hasn't was said by a proxy before it, which found nobody. */
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.headers.has("x-request-id")) return;
  event.preventDefault();
  unsent(ctx);
});

/* --- keys and buttons ---------------------------------------------------------------- */

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".pick")) {
    event.preventDefault();
    event.target.checked = true;
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
    all("button[data-card], .pane :is(input:not([type=hidden]), summary), button[data-do]").find((one) => one.checkVisibility())?.focus();
  }
  const chosen = find(".pick:checked");
  if (event.key === "Escape" && chosen && !find(":popover-open")) {
    chosen.form.reset();
    chosen.focus();
  }
});

const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
  area.select();
  document.execCommand("copy"); // the only way without a secure context
  area.remove();
};

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const from = button.dataset.copy;
  await copy(from.startsWith("#") ? find(from).value : from);
  const label = button.querySelector("span");
  const old = label.textContent;
  label.textContent = words.copied;
  setTimeout(() => { label.textContent = old; }, 4000);
});

document.addEventListener("click", (event) => {
  const box = event.target.closest("[data-dismiss]")?.closest(".said");
  if (!box) return;
  event.preventDefault();
  box.replaceChildren();
  (box.id === "chat-said" ? find("#chat-words") : find("#prompt"))?.focus();
});

[marked, titled, told, strike, read].forEach((step) => step());

/* What the pages need beside htmx: no game state, only what the eye and the keyboard want. */
"use strict";

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const log = find("#log");
const banner = find("#connection");

/* --- title, waiting time -------------------------------------------------- */

const titled = () => {
  const said = find("[data-title]");
  if (said) document.title = `${said.dataset.title} · Conclave`;
};

/* The moment itself, by the clock of whoever reads it: true for as long as it stands there. */
const moment = (then) => {
  const clock = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const day = then.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" });
  return then.toDateString() === new Date().toDateString() ? `since ${clock}` : `since ${day}, ${clock}`;
};

const told = () => all("time.since").forEach((time) => {
  const text = moment(new Date(time.dateTime));
  if (time.textContent !== text) time.textContent = text;
});

/* --- what has changed: at once, and since one's own last move ---------------- */

const numbers = () => new Map(all("[data-n][id]").map((element) => [element.id, element.dataset.n]));
let before = numbers();
let base = before;
let moved = false;

const compare = () => {
  const now = numbers();
  if (moved || base.get("round") !== now.get("round")) base = now;
  for (const element of all("[data-n][id]")) {
    if (before.get(element.id) !== element.dataset.n) element.classList.add("changed");
    if (!element.matches(".pile") || base.get(element.id) === element.dataset.n) continue;
    element.querySelector(".stack").append(Object.assign(document.createElement("span"), { className: "delta", textContent: "new" }));
  }
  if (moved && log) {
    find("#log .new-line")?.remove();
    log.append(Object.assign(document.createElement("li"), { className: "new-line", textContent: "Since your last move" }));
  }
  moved = false;
};

/* --- log ----------------------------------------------------------------------- */

const lines = () => all("#log > [data-number]");
let seen = lines().length;
let following = true; // not while one reads further up

const atEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 8;

const read = () => {
  if (!log) return;
  const count = lines().length;
  if (log.checkVisibility()) {
    if (following) log.parentElement.scrollTop = log.parentElement.scrollHeight;
    seen = count;
  }
  find("#unread").hidden = count <= seen;
  find("#unread").textContent = count - seen > 99 ? "99+" : count - seen;
};
find("#side")?.addEventListener("toggle", () => {
  following = true;
  read();
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
  [sent, drafts, compare, titled, told, read, keepFocus].forEach((step) => step());
});

/* --- connection ------------------------------------------------------------------ */

const say = (words) => {
  banner.hidden = !words;
  banner.textContent = words;
};

document.addEventListener("htmx:ws:before:connection", ({ detail: { connection } }) => {
  const last = lines().at(-1)?.dataset.number;
  if (last) connection.url = connection.url.replace(/since=\d+/, `since=${last}`);
  const said = find("#chat > li:last-child")?.id.slice(2);
  if (said) connection.url = connection.url.replace(/chat=[\w-]*/, `chat=${said}`);
});
document.addEventListener("htmx:ws:after:connection", () => say(""));
document.addEventListener("htmx:ws:close", ({ detail: { code } }) => {
  if (!find("[data-gone]")) say(code >= 4000 ? "This page is closed. Load it again." : "Reconnecting. What you see may be old.");
});

/* The table has moved on; but an answer to one's own deed, if it leads elsewhere, goes first. */
let pending = 0;
let led = false;
const leave = () => {
  const gone = find("[data-gone]");
  if (gone && !pending && !led) location.replace(gone.href);
};

/* --- sending ----------------------------------------------------------------------- */

document.addEventListener("submit", ({ submitter }) => submitter?.classList.add("sending"));
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  pending += 1;
  moved = ctx.sourceElement.action.endsWith("/moves"); // the frame may be here before the answer
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  pending -= 1;
  led ||= Boolean(ctx.hx?.redirect);
  leave();
  find(".dialog:popover-open")?.hidePopover(); // what is answered stands in the dock
  if (ctx.response?.status === 204) return;
  moved = false;
  sent();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  const words = "Nothing was sent: the house doesn't answer. Try again in a moment.";
  const note = Object.assign(document.createElement("p"), { className: "refused", role: "alert", textContent: words });
  if (ctx?.request) find(ctx.sourceElement.getAttribute("hx-target"))?.replaceChildren(note);
});

/* --- drafts: numbers that count along with the limits of their form ------------------ */

/* A form says what it may hold in data-limits: [[[field, times, key], ...], least, most]. The rules are kept by the house;
   here only sums are told, and a number is set that follows from the others. */
const parts = (form, name) => [...form.elements].filter((one) => one.name === name || one.name?.startsWith(`${name}.`));
const worth = (one) => (one.type === "checkbox" ? Number(one.checked) : Number(one.value) || 0);
const amount = (form, name) => parts(form, name).reduce((sum, one) => sum + worth(one), 0);
const sums = (form, [terms]) => terms.map(([name, times, key]) => times * amount(form, key === null ? name : `${name}.${key}`));
const limitsOf = (form) => JSON.parse(form.dataset.limits);
const within = (form) => limitsOf(form).every((limit) => limit[1] === null || sums(form, limit).reduce((a, b) => a + b, 0) >= limit[1]);
const numbersOf = (form) => [...form.elements].filter((one) => one.type === "number");

/* "{name}", "{name+2}", "{14-@1}": a number of the form, or the sum of a limit; "{@0~}": how much of it is there. */
const filled = (form, words) => words.replace(/\{(?:(\d+)-)?([@\w.-]+?)(?:\+(\d+))?(~)?\}/g, (_, from, name, plus, whole) => {
  if (!name.startsWith("@")) return from ? from - amount(form, name) : amount(form, name) + Number(plus ?? 0);
  const limit = limitsOf(form)[name.slice(1)];
  const terms = sums(form, limit);
  const paid = terms.filter((term) => term > 0).reduce((a, b) => a + b, 0);
  const owed = terms.filter((term) => term < 0).reduce((a, b) => a - b, limit[2] ?? 0);
  return whole ? `${paid} of ${owed}` : from ? from - (paid - owed + (limit[2] ?? 0)) : paid;
});

/* The one number that follows from the others, so that an exact sum comes out. */
const balance = (form, by) => {
  const own = form.elements[form.dataset.balance];
  const limit = limitsOf(form).find(([, least, most]) => least !== null && least === most);
  if (!own || own === by || !limit) return;
  const short = limit[1] - sums(form, limit).reduce((a, b) => a + b, 0);
  own.value = Math.max(own.min, Math.min(own.max, worth(own) + short));
};

const bound = (form) => {
  const [one, other] = (form.dataset.apart ?? "").split(" ");
  const taken = one && form.querySelector(`[name="${one}"]:checked`)?.value;
  for (const option of other ? parts(form, other) : []) {
    option.disabled = option.value === taken;
    option.checked &&= !option.disabled;
  }
  const reach = form.elements[form.dataset.reach];
  const most = form.querySelector("[data-most]:checked")?.dataset.most;
  if (!reach || !most) return;
  reach.dataset.max ??= reach.max;
  reach.max = Math.min(most, reach.dataset.max);
  reach.value = Math.min(reach.value, reach.max);
};

const shown = (form) => {
  const mine = (element) => (element.form ?? document.getElementById(element.dataset.form)) === form;
  all("[data-says]").filter(mine).forEach((element) => { element.textContent = filled(form, element.dataset.says); });
  all("[data-if]").filter(mine).forEach((element) => { element.hidden = !amount(form, element.dataset.if); });
  all("[data-unless]").filter(mine).forEach((element) => { element.hidden = amount(form, element.dataset.unless) > 0; });
  all(`[data-whole="${form.id}"]`).forEach((button) => { button.disabled = !within(form); });
  all(`[data-drafted="${form.id}"]`).forEach((button) => { button.hidden = !numbersOf(form).some(worth); });
  for (const one of numbersOf(form)) {
    const [less, more] = one.parentElement.querySelectorAll("[data-step]");
    one.parentElement.classList.toggle("active", one.value !== one.min);
    less.disabled = worth(one) <= Number(one.min);
    more.disabled = worth(one) >= Number(one.max);
  }
};

const foreseen = new Map(); // a form -> the question on its way
const foresee = (form) => {
  clearTimeout(foreseen.get(form.id));
  const timer = setTimeout(async () => {
    const sent = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.preview, { method: "POST", body: sent, headers: { "HX-Request": "true" } }).catch(() => null);
    const place = find(form.dataset.foresee);
    const words = answer?.ok ? await answer.text() : "";
    if (place && foreseen.get(form.id) === timer) place.innerHTML = words; // a later draft's answer may be here already
  }, 150);
  foreseen.set(form.id, timer);
};

const drafts = () => all("form.draft").forEach((form) => { bound(form); shown(form); });

const drafted = (form, by) => {
  bound(form);
  balance(form, by);
  shown(form);
  if (form.dataset.preview) foresee(form);
};

document.addEventListener("input", ({ target }) => { if (target.form?.matches(".draft")) drafted(target.form, target); });
document.addEventListener("reset", ({ target }) => { if (target.matches(".draft")) setTimeout(() => drafted(target)); });

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step], [data-set]");
  if (!button) return;
  const [form, name, number] = (button.dataset.set ?? "").split(" ");
  const input = form ? document.getElementById(form).elements[name] : button.parentElement.querySelector("input");
  if (form) input.value = number;
  else if (button.dataset.step > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

/* --- keys and buttons ---------------------------------------------------------------- */

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".pick")) {
    event.preventDefault();
    event.target.checked = true;
    all("button[data-card], .pane input:not([type=hidden]), button[data-do]").find((one) => one.checkVisibility())?.focus();
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
  const words = button.querySelector("span");
  const old = words.textContent;
  words.textContent = "Copied";
  setTimeout(() => { words.textContent = old; }, 1600);
});

document.addEventListener("click", (event) => {
  const box = event.target.closest("[data-dismiss]")?.closest(".said");
  if (!box) return;
  event.preventDefault();
  box.replaceChildren();
  (box.id === "chat-said" ? find("#chat-words") : find("#prompt"))?.focus();
});

[titled, told, read, drafts].forEach((step) => step());

/* What the table's pages need beside htmx: no game state, only what the eye and the keyboard want. */
"use strict";

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

/* --- title and waiting time ---------------------------------------------- */

const titled = () => {
  const said = find("[data-title]");
  if (said) document.title = `${said.dataset.title} · Conclave`;
};

const ago = (minutes) => {
  if (minutes < 1) return "since just now";
  if (minutes < 60) return `for ${minutes} min`;
  return minutes < 2880 ? `for ${Math.floor(minutes / 60)} h` : `for ${Math.floor(minutes / 1440)} days`;
};

const told = () => all("time.since").forEach((time) => {
  const text = ago(Math.floor((Date.now() - new Date(time.dateTime)) / 60000));
  if (time.textContent !== text) time.textContent = text;
});

/* --- what a frame changed ------------------------------------------------- */

let before = new Map();
let asked = find("[data-question]")?.dataset.question;

const numbers = () => new Map(all("[data-n][id]").map((element) => [element.id, element.dataset.n]));

const mark = (element, old) => {
  const pile = element.classList.contains("pile");
  element.classList.add("changed");
  const delta = document.createElement("span");
  const more = element.dataset.n - old;
  delta.className = "delta";
  delta.textContent = pile ? "new" : `${more > 0 ? "+" : "−"}${Math.abs(more)}`;
  delta.setAttribute("aria-hidden", "true");
  if (pile) element.append(delta);
};

const compare = () => {
  for (const element of all("[data-n][id]")) {
    const old = before.get(element.id);
    if (old === undefined ? element.id.startsWith("pile-") : old !== element.dataset.n) mark(element, old ?? 0);
  }
};

/* Slots of piles that this very frame brings are found after the pile is there, not before. */
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  before = numbers();
  const named = [...ctx.text.matchAll(/<hx-partial hx-target="(#[\w-]+)"/g)].map((match) => match[1]);
  tasks.filter((task) => task.type === "partial").forEach((task, i) => { task.target ??= named[i]; });
});

document.addEventListener("htmx:after:swap", () => {
  all(".sending").forEach((element) => element.classList.remove("sending"));
  all("select[data-value]").forEach((select) => { if (select !== document.activeElement) select.value = select.dataset.value; });
  const question = find("[data-question]")?.dataset.question;
  if (question !== asked) find("#refusal")?.replaceChildren();
  asked = question;
  compare();
  titled();
  told();
  read();
  leave();
});

/* --- log ------------------------------------------------------------------ */

const log = find("#log");
let seen = log?.childElementCount;

const read = () => {
  if (!log) return;
  const shown = log.checkVisibility();
  const lines = log.childElementCount;
  if (shown) log.parentElement.scrollTop = log.parentElement.scrollHeight;
  if (shown) seen = lines;
  const dot = find("#unread");
  dot.hidden = lines <= seen;
  dot.textContent = lines - seen;
};

find("#side")?.addEventListener("toggle", read);

/* --- connection ------------------------------------------------------------ */

const banner = find("#connection");

const leave = () => {
  const gone = find("[data-gone]");
  if (gone) location.replace(gone.href);
};

document.addEventListener("htmx:ws:before:connection", ({ detail: { connection } }) => {
  const last = log?.lastElementChild?.dataset.number;
  if (last) connection.url = connection.url.replace(/since=\d+/, `since=${last}`);
});

document.addEventListener("htmx:ws:close", ({ detail: { code } }) => {
  if (find("[data-gone]")) return;
  banner.hidden = false;
  banner.textContent = code >= 4000 ? "This page is closed. Load it again." : "Reconnecting. What you see may be old.";
});

document.addEventListener("htmx:ws:after:connection", () => {
  banner.hidden = true;
  banner.textContent = "";
});

/* --- sending ---------------------------------------------------------------- */

document.addEventListener("submit", ({ submitter }) => submitter?.classList.add("sending"));
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.response?.status !== 204) all(".sending").forEach((element) => element.classList.remove("sending"));
});
document.addEventListener("htmx:error", ({ detail }) => {
  if (!detail.ctx || !find("#refusal")) return;
  const note = document.createElement("p");
  note.className = "refused";
  note.setAttribute("role", "alert");
  note.textContent = "Nothing was sent: the house doesn't answer. Try again in a moment.";
  find("#refusal").replaceChildren(note);
});

/* --- keys and buttons -------------------------------------------------------- */

const targets = () => all("[data-card]").filter((element) => element.matches("button") && element.checkVisibility());

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".pick")) {
    event.preventDefault();
    event.target.checked = true;
    targets()[0]?.focus();
  }
  if (event.key === "Escape" && find(".pick:checked") && !find(":popover-open")) {
    const chosen = find(".pick:checked");
    chosen.form.reset();
    chosen.focus();
  }
});

const copied = async (button) => {
  const field = button.dataset.copy.startsWith("#") ? find(button.dataset.copy) : null;
  const text = field ? field.value : button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
    area.select();
    document.execCommand("copy"); // the only way without a secure context
    area.remove();
  }
  const words = button.querySelector("span");
  const old = words.textContent;
  words.textContent = "Copied";
  setTimeout(() => { words.textContent = old; }, 1600);
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copied(button);
  if (event.target.closest("[data-dismiss]")) {
    event.preventDefault();
    find("#refusal").replaceChildren();
    find("#prompt")?.focus();
  }
});

titled();
told();
read();
setInterval(told, 15000);

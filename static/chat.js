/* The chat beside the table: what was read, what is typed, and whom it is for. Words come and go as htmx brings them. */
"use strict";

const KEPT = 200; // lines: the house tells so far back what was removed
const chatting = () => find("#chat-list");

/* --- read: what was on the screen is not new any more --------------------------- */

let onScreen = false;
let readTo = "";

const readUp = () => {
  const last = find("#chat > li:last-child");
  if (!onScreen || document.hidden || !last || last.id === readTo) return;
  readTo = last.id;
  const body = new URLSearchParams({ message: last.id.slice(2) });
  fetch(chatting().dataset.read, { method: "POST", body }).catch(() => { readTo = ""; });
};
document.addEventListener("visibilitychange", () => { if (chatting()) readUp(); });

/* The badge of the button says what that of the tab says. */
const badges = () => {
  const dot = find("#chat-dot");
  if (!dot) return;
  dot.innerHTML = find("#chat-unread").innerHTML;
  dot.hidden = !dot.textContent.trim();
};

/* --- new lines: the newest stay in view, unless one reads further up ---------------- */

let below = true;
const clocks = () => document.querySelectorAll(".chat time.at:not([data-local])").forEach((time) => {
  time.textContent = new Date(time.dateTime).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  time.dataset.local = "";
});
const toNewest = () => { if (below && chatting()) chatting().scrollTop = chatting().scrollHeight; };

/* --- whom words are for: nobody else, whoever comes and goes -------------------------- */

let chosen = null;
const gone = (name) => words.left.replace("{name}", name);
const keepChosen = () => {
  const select = find("#chat-to");
  if (!select || !chosen) return;
  select.value = chosen.value;
  if (select.value !== chosen.value) select.append(new Option(gone(chosen.text), chosen.value, false, true));
};

document.addEventListener("htmx:before:swap", () => {
  const box = chatting();
  if (!box) return;
  below = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  chosen = find("#chat-to")?.selectedOptions[0] ?? null;
  chosen = chosen && { value: chosen.value, text: chosen.text.replace(gone(""), "") };
});

document.addEventListener("htmx:after:swap", () => {
  if (!chatting()) return;
  while (find("#chat").children.length > KEPT) find("#chat").firstElementChild.remove();
  [keepChosen, clocks, toNewest, readUp, badges].forEach((step) => step());
});

/* --- typing ------------------------------------------------------------------------------ */

let typed = "";
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "chat-form") typed = find("#chat-words").value;
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const field = find("#chat-words");
  if (ctx.sourceElement.id === "chat-form" && ctx.response.status === 200 && field.value === typed) field.value = "";
});

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "chat-words" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (event.target.value.trim()) event.target.form.requestSubmit();
});

/* Who writes wants to see the answers; who opens the side by a button wants what the button says. */
const show = (tab) => {
  if (!tab) return;
  tab.checked = true;
  below = true;
  toNewest();
};
document.addEventListener("focusin", ({ target }) => { if (target.id === "chat-words") show(find("#tab-chat")); });
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-tab]");
  if (button) show(find(`#${button.dataset.tab}`));
});
document.addEventListener("change", ({ target }) => { if (target.id === "tab-chat") show(target); });

document.addEventListener("DOMContentLoaded", () => {
  if (!chatting()) return;
  if (!find("#chat-unread").textContent.trim()) readTo = find("#chat > li:last-child")?.id ?? "";
  new IntersectionObserver((entries) => {
    onScreen = entries.at(-1).isIntersecting;
    toNewest();
    readUp();
  }).observe(chatting());
  [clocks, toNewest, badges].forEach((step) => step());
});

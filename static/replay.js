/* A replay goes from moment to moment without loading the page anew: by its links, its slider, keys, and by itself. */
"use strict";

const PACE = 1600; // milliseconds of a moment, while it plays
const slider = () => find("#at"); // a frame may bring another
const play = find("#play");
let wanted = Number(slider().dataset.shown);
let busy = false;
let clock = null;

const shown = () => Number(slider().dataset.shown);
const last = () => Number(slider().max);
const address = (number) => `${slider().dataset.address}${number}`;

/* The moment that was wanted last, however many were passed over meanwhile. */
const show = async (number) => {
  wanted = Math.min(last(), Math.max(1, number));
  slider().value = wanted;
  if (busy) return;
  busy = true;
  while (shown() !== wanted) {
    const next = wanted;
    await htmx.ajax("GET", address(next), { target: "#dock", swap: "none" }).catch(() => {});
    if (shown() !== next) return location.assign(address(next)); // the page itself says what is wrong
    slider().value = wanted;
    history.replaceState(null, "", address(next));
  }
  busy = false;
};

const stop = () => {
  clearInterval(clock);
  clock = null;
  play.setAttribute("aria-pressed", "false");
};

const start = () => {
  if (shown() === last()) show(1);
  play.setAttribute("aria-pressed", "true");
  clock = setInterval(() => {
    if (!busy) show(wanted + 1);
    if (wanted === last()) stop();
  }, PACE);
};

play.hidden = false;
find("#go").hidden = true;
play.addEventListener("click", () => (clock ? stop() : start()));

document.addEventListener("input", ({ target }) => {
  if (target !== slider()) return;
  stop();
  show(Number(target.value));
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("a[data-at]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(Number(step.dataset.at));
});

const KEYS = { ArrowLeft: () => wanted - 1, ArrowRight: () => wanted + 1, Home: () => 1, End: last };

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not(#at), textarea, select") || find(":popover-open");
  if (!KEYS[event.key] || typing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(KEYS[event.key]());
});

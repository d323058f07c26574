/* What tells of the own turn, a nudge or new words beside the page: a mark on its icon, a soft sound, a notice of the
   device. Sound and notices are off until wanted, and kept on this device. */
"use strict";

const wanted = (what) => localStorage.getItem(`conclave.${what}`) === "on";
const turn = () => Boolean(find(".prompt.yours"));

/* --- the mark on the icon ---------------------------------------------------------- */

const icon = document.querySelector("link[rel=icon]");
const plain = icon.href;
const markIcon = () => {
  const address = turn() || find("[data-nudge]") ? icon.dataset.turn : plain;
  if (icon.getAttribute("href") !== address) icon.href = address;
};

/* --- a soft sound: two notes, made here ---------------------------------------------- */

let audio = null;
const note = (frequency, after) => {
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  tone.frequency.value = frequency;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.75);
};
const sound = async () => {
  if (!wanted("sound")) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") await Promise.race([audio.resume(), new Promise((done) => { setTimeout(done, 200); })]);
  if (audio.state !== "running") return; // browsers play nothing before the first click on a page
  note(523.25, 0);
  note(659.25, 0.18);
};

/* --- notices of the device -------------------------------------------------------------- */

const possible = "Notification" in window;
const notify = (sentence) => {
  if (!possible || !wanted("note") || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const shown = new Notification(sentence, { tag: location.pathname, icon: plain });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch { /* a phone's browser, which shows none for pages */ }
};

const tell = (sentence) => {
  sound();
  notify(sentence);
};

/* --- what has happened --------------------------------------------------------------------- */

const unreadNow = () => parseInt(find("#chat-unread")?.textContent, 10) || 0;
let was = null;

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== document.body) return;
  const now = { turn: turn(), nudge: find("[data-nudge]"), unread: unreadNow() };
  const [before, title] = [was, document.title.replace(" · Conclave", "")];
  was = now;
  markIcon();
  if (now.turn && !before.turn) tell(title);
  else if (now.nudge && now.nudge !== before.nudge) tell(now.nudge.querySelector("span").textContent.trim());
  else if (now.unread > before.unread && document.hidden) tell(`${words.messages} ${title}`);
});

/* --- the switches ----------------------------------------------------------------------------- */

const switches = () => document.querySelectorAll("[data-notice]").forEach((button) => {
  const granted = button.dataset.notice !== "note" || (possible && Notification.permission === "granted");
  button.setAttribute("aria-checked", String(wanted(button.dataset.notice) && granted));
});

const explain = (sentence) => { find("#notices-why").textContent = sentence; };

/* The browser is asked on this click, and never by itself. */
const mayNotify = async () => {
  if (!possible) explain(words.insecure);
  else if (await Notification.requestPermission() === "granted") return true;
  else explain(words.denied);
  return false;
};

document.addEventListener("click", async ({ target }) => {
  const what = target.closest("[data-notice]")?.dataset.notice;
  if (!what) return;
  explain("");
  const on = !wanted(what) && (what === "sound" || await mayNotify());
  localStorage.setItem(`conclave.${what}`, on ? "on" : "off");
  switches();
  if (on && what === "sound") sound();
});

document.addEventListener("DOMContentLoaded", () => {
  was = { turn: turn(), nudge: null, unread: unreadNow() };
  find("#notices")?.removeAttribute("hidden");
  switches();
  markIcon();
});

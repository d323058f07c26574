/* The map: nearer, further, moved by thumb, mouse and keys; and an Area that is pressed is chosen in the drafted move.
   A module, so that its names are its own. */

const WHOLE = { x: 0, y: 0, width: 900, height: 620 };
const NEAREST = 5; // times
let lens = { ...WHOLE };

const map = () => find("#map");
const between = (least, number, most) => Math.max(least, Math.min(most, number));

const look = (x, y, width) => {
  const across = between(WHOLE.width / NEAREST, width, WHOLE.width);
  const down = (across * WHOLE.height) / WHOLE.width;
  lens = { x: between(0, x, WHOLE.width - across), y: between(0, y, WHOLE.height - down), width: across, height: down };
  seen();
};

/* The house sends the whole map each time: what is looked at is set again. */
const seen = () => {
  map().setAttribute("viewBox", [lens.x, lens.y, lens.width, lens.height].map((number) => number.toFixed(1)).join(" "));
  find("#map-wrap").classList.toggle("near", lens.width < WHOLE.width);
};

/* Where on the map a point of the window is. */
const under = (x, y) => new DOMPoint(x, y).matrixTransform(map().getScreenCTM().inverse());
const middle = () => ({ x: lens.x + lens.width / 2, y: lens.y + lens.height / 2 });

const zoom = (times, at = middle()) => {
  const width = between(WHOLE.width / NEAREST, lens.width / times, WHOLE.width);
  const kept = width / lens.width;
  look(at.x - (at.x - lens.x) * kept, at.y - (at.y - lens.y) * kept, width);
};
const pan = (right, down) => look(lens.x + right * lens.width, lens.y + down * lens.height, lens.width);

const KEYS = {
  ArrowLeft: () => pan(-0.15, 0),
  ArrowRight: () => pan(0.15, 0),
  ArrowUp: () => pan(0, -0.15),
  ArrowDown: () => pan(0, 0.15),
  "+": () => zoom(1.4),
  "=": () => zoom(1.4),
  "-": () => zoom(1 / 1.4),
  0: () => look(0, 0, WHOLE.width),
};
const BUTTONS = { in: KEYS["+"], out: KEYS["-"], all: KEYS[0] };

document.addEventListener("keydown", (event) => {
  const deed = KEYS[event.key];
  if (!deed || !event.target.closest?.("#map") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  deed();
});

/* --- thumb and mouse ------------------------------------------------------------ */

const fingers = new Map(); // a pointer -> where it is
let held = null; // where the map was taken hold of
let dragged = false; // so that letting go chooses nothing

const span = () => {
  const [one, other] = [...fingers.values()];
  return Math.hypot(one.x - other.x, one.y - other.y);
};
const grip = () => {
  const [one] = fingers.values();
  const two = fingers.size === 2;
  held = { lens: { ...lens }, x: one.x, y: one.y, span: two ? span() : 0 };
};

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("#map") || event.button) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  dragged = false;
  grip();
});

document.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const [one] = fingers.values();
  if (fingers.size === 2 && held.span) {
    dragged = true;
    zoom((lens.width / held.lens.width) * (span() / held.span), under(one.x, one.y));
    return;
  }
  const scale = map().getScreenCTM().a;
  const [right, down] = [(one.x - held.x) / scale, (one.y - held.y) / scale];
  dragged ||= Math.hypot(one.x - held.x, one.y - held.y) > 6;
  if (dragged && lens.width < WHOLE.width) look(held.lens.x - right, held.lens.y - down, lens.width);
});

const released = ({ pointerId }) => {
  if (fingers.delete(pointerId) && fingers.size) grip();
};
document.addEventListener("pointerup", released);
document.addEventListener("pointercancel", released);

/* Where the page scrolls, the wheel is for that, and brings the map nearer with Ctrl alone. */
const scrolls = () => [find("#main"), document.documentElement].some((one) => one.scrollHeight > one.clientHeight + 1);

document.addEventListener("wheel", (event) => {
  if (!event.target.closest?.("#map") || !event.deltaY || (scrolls() && !event.ctrlKey)) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, under(event.clientX, event.clientY));
}, { passive: false });

document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#map")) event.preventDefault(); });

/* --- choosing -------------------------------------------------------------------- */

const flagsOf = (area) => all(`#slot-a-${area} .tflag`).filter((flag) => getComputedStyle(flag).display !== "none");
const taken = ({ control }) => (control.type === "number" ? Number(control.value) > 0 : control.checked);
const opened = (flag) => flag.control.closest("details:not([open])") === null;

/* Of several flags the one whose form is open; then the one that names the Realm that was pressed. */
const aimed = (area, realm) => {
  const flags = flagsOf(area);
  const open = flags.filter(opened);
  const fitting = open.length ? open : flags;
  return fitting.find((flag) => flag.dataset.realm === realm) ?? fitting[0];
};

const marked = () => {
  for (const area of all("#map .area")) {
    const flags = flagsOf(area.dataset.area);
    flags.forEach((flag) => flag.classList.toggle("chosen", taken(flag)));
    [area, find(`#area-${area.dataset.area}`)].forEach((one) => one.classList.toggle("legal", flags.length > 0));
    area.classList.toggle("chosen", flags.some((flag) => taken(flag) && opened(flag)));
  }
};

document.addEventListener("click", (event) => {
  const zooming = event.target.closest("[data-zoom]");
  if (zooming) BUTTONS[zooming.dataset.zoom]();
  const area = event.target.closest("#map .area");
  if (!area) return;
  const start = all(`details[data-start="${area.dataset.area}"]`).find((one) => one.checkVisibility() && !one.open);
  const flag = aimed(area.dataset.area, event.target.closest("[data-realm]")?.dataset.realm);
  if (dragged || flag || start) event.preventDefault();
  if (dragged) dragged = false;
  else if (flag && (opened(flag) || !start)) flag.click();
  else if (start) start.open = true;
});

/* The flag of a number makes it one more. */
document.addEventListener("click", (event) => {
  const control = event.target.closest(".tflag")?.control;
  if (control?.type !== "number") return;
  event.preventDefault();
  control.stepUp();
  control.dispatchEvent(new Event("input", { bubbles: true }));
});

/* A flag chooses in a form that may be folded away. */
document.addEventListener("input", ({ target }) => {
  const folded = target.closest("details");
  if (folded) folded.open = true;
  marked();
});
document.addEventListener("reset", () => setTimeout(marked));
document.addEventListener("toggle", marked, true);
document.addEventListener("htmx:after:swap", () => {
  seen();
  marked();
});
marked();

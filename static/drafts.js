/* Drafts of moves with numbers: they count along with the limits of their form, and tell what they would do. */
"use strict";

/* A form says what it may hold in data-limits: [[[field, times, key], ...], least, most, words for more than that]. The
   rules are kept by the house; here only sums are told, and a number is set that follows from the others. */
const parts = (form, name) => [...form.elements].filter((one) => one.name === name || one.name?.startsWith(`${name}.`));
const worth = (one) => (one.type === "checkbox" ? Number(one.checked) : Number(one.value) || 0);
const amount = (form, name) => parts(form, name).reduce((sum, one) => sum + worth(one), 0);
const sums = (form, [terms]) => terms.map(([name, times, key]) => times * amount(form, key === null ? name : `${name}.${key}`));
const sum = (form, limit) => sums(form, limit).reduce((a, b) => a + b, 0);
const limitsOf = (form) => JSON.parse(form.dataset.limits);
const numbersOf = (form) => [...form.elements].filter((one) => one.type === "number");
const reached = (form, limit) => sum(form, limit) >= (limit[1] ?? -Infinity);
const kept = (form, limit) => sum(form, limit) <= (limit[2] ?? Infinity);
const within = (form) => limitsOf(form).every((limit) => reached(form, limit) && kept(form, limit))
  && numbersOf(form).every((one) => one.validity.valid);

/* "{name}", "{name+2}", "{14-@1}": a number of the form, or the sum of a limit; "{@0~}": how much of it is there. */
const filled = (form, sentence) => sentence.replace(/\{(?:(\d+)-)?([@\w.-]+?)(?:\+(\d+))?(~)?\}/g, (_, from, name, plus, whole) => {
  if (!name.startsWith("@")) return from ? from - amount(form, name) : amount(form, name) + Number(plus ?? 0);
  const limit = limitsOf(form)[name.slice(1)];
  const terms = sums(form, limit);
  const paid = terms.filter((term) => term > 0).reduce((a, b) => a + b, 0);
  const owed = terms.filter((term) => term < 0).reduce((a, b) => a - b, limit[2] ?? 0);
  return whole ? words.paid.replace("{paid}", paid).replace("{owed}", owed) : from ? from - (paid - owed + (limit[2] ?? 0)) : paid;
});

/* The one number that follows from the others, so that an exact sum comes out. */
const balance = (form, by) => {
  const own = form.elements[form.dataset.balance];
  const limit = limitsOf(form).find(([, least, most]) => least !== null && least === most);
  if (!own || own === by || !limit) return;
  const short = limit[1] - sum(form, limit);
  own.value = Math.max(own.min, Math.min(own.max, worth(own) + short));
};

/* Of two fields that can't be filled with the same, the second leaves out what the first has. */
const parted = (form) => {
  const [one, other] = (form.dataset.apart ?? "").split(" ");
  const taken = one && form.querySelector(`[name="${one}"]:checked`)?.value;
  for (const option of other ? parts(form, other) : []) {
    option.disabled = option.value === taken;
    option.checked &&= !option.disabled;
  }
};

/* How far a number goes, beside what the others hold: up to the limit of each sum that it only adds to. */
const times = ([terms], { name }) => terms.filter(([field, , key]) => name === (key === null ? field : `${field}.${key}`) || (key === null && name.startsWith(`${field}.`)))
  .reduce((all, [, one]) => all + one, 0);
const free = (form, one, limit) => {
  const own = form.elements[form.dataset.balance];
  const gives = own && own !== one && limit[1] === limit[2] ? worth(own) - own.min : 0;
  return Math.floor((limit[2] - sum(form, limit) + gives) / times(limit, one));
};
const most = (form, one) => {
  const adds = (limit) => limit[2] !== null && times(limit, one) > 0 && limit[0].every(([, by]) => by > 0);
  const picked = one.name === form.dataset.reach && form.querySelector("[data-most]:checked")?.dataset.most;
  return Math.min(picked || Infinity, one.dataset.max, ...limitsOf(form).filter(adds).map((limit) => worth(one) + free(form, one, limit)));
};
/* Who marks one thing too many means that instead of another. */
const swapped = (form, by) => {
  const others = [...form.elements].filter((one) => one.type === "checkbox" && one.checked && one !== by);
  if (by?.checked) while (others.length && !limitsOf(form).every((limit) => kept(form, limit))) others.shift().checked = false;
};

const bound = (form) => {
  parted(form);
  const reach = form.elements[form.dataset.reach];
  if (reach) reach.value = Math.min(reach.value, most(form, reach));
};

/* Why a draft can't be sent, if it goes too far; one that isn't whole yet needs no words. A difference has two ends. */
const passed = (form, limit) => !kept(form, limit) || (limit[0].some(([, by]) => by < 0) && !reached(form, limit));
const beyond = (form) => {
  const limit = limitsOf(form).find((one) => one[3] && passed(form, one));
  const number = numbersOf(form).find((one) => !one.validity.valid);
  if (limit) return filled(form, limit[3]);
  return number ? words.range.replace("{least}", number.min).replace("{most}", number.max) : "";
};

/* How much more is needed until these are reached: [terms, least, what one more adds]. */
const lacking = (form, limits) => Math.max(...limits.map((limit) => Math.ceil((limit[1] - sum(form, limit)) / limit[2])));

const quick = (form, button) => {
  const one = form.elements[button.dataset.name];
  const more = lacking(form, JSON.parse(button.dataset.reach));
  const number = worth(one) + more;
  button.hidden = more < 1 || number > Number(one.max);
  button.dataset.set = `${form.id} ${one.name} ${number}`;
  button.querySelector(".num").textContent = number;
  button.title = button.dataset.label.replace("{}", number);
  button.setAttribute("aria-label", button.title);
};

const still = (form, output) => {
  const more = lacking(form, JSON.parse(output.dataset.reach));
  output.hidden = !numbersOf(form).some(worth);
  output.textContent = more > 0 ? output.dataset.lacks.replace("{}", more) : output.dataset.kept;
};

const shown = (form) => {
  const mine = (element) => (element.form ?? document.getElementById(element.dataset.form)) === form;
  const each = (selector, show) => all(selector).filter(mine).forEach(show);
  for (const one of numbersOf(form)) {
    const [less, more] = one.parentElement.querySelectorAll("[data-step]");
    one.max = most(form, one);
    one.parentElement.classList.toggle("active", one.value !== one.min);
    less.disabled = worth(one) <= Number(one.min);
    more.disabled = worth(one) >= Number(one.max);
  }
  each("[data-says]", (element) => { element.textContent = filled(form, element.dataset.says); });
  each("[data-if]", (element) => { element.hidden = !amount(form, element.dataset.if); });
  each("[data-unless]", (element) => { element.hidden = amount(form, element.dataset.unless) > 0; });
  each("[data-beyond]", (element) => { element.textContent = beyond(form); });
  each("button[data-reach]", (button) => quick(form, button));
  each("output[data-reach]", (output) => still(form, output));
  all(`[data-whole="${form.id}"]`).forEach((button) => { button.disabled = !within(form); });
  all(`[data-drafted="${form.id}"]`).forEach((button) => { button.hidden = !numbersOf(form).some(worth); });
};

const foreseen = new Map(); // a form -> the question on its way
const foresee = (form) => {
  clearTimeout(foreseen.get(form.id));
  const timer = setTimeout(async () => {
    const sent = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.preview, { method: "POST", body: sent, headers: { "HX-Request": "true" } }).catch(() => null);
    const place = find(form.dataset.foresee);
    const told = answer?.ok ? await answer.text() : "";
    if (place && foreseen.get(form.id) === timer) place.innerHTML = told; // a later draft's answer may be here already
  }, 150);
  foreseen.set(form.id, timer);
};

/* A form that is whole as it stands is a draft as soon as it is chosen. */
const ready = (form) => { if (form.dataset.preview && form.checkValidity() && within(form)) foresee(form); };

const drafts = () => all("form.draft").forEach((form) => { bound(form); shown(form); });

const drafted = (form, by) => {
  bound(form);
  balance(form, by);
  swapped(form, by);
  shown(form);
  if (form.dataset.preview) foresee(form);
};

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches(".draft")) drafted(target.form, target);
  if (target.matches(".pick")) all(`button[data-do="${target.value}"][data-whole]`).forEach(({ form }) => ready(form));
});
document.addEventListener("toggle", ({ target }) => { if (target.matches("details[open]")) target.querySelectorAll("form.draft").forEach(ready); }, true);
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

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => { if (ctx.sourceElement === document.body) drafts(); });
drafts();

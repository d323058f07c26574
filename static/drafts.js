/* Drafts of moves with numbers: they count along with the limits of their form, and tell what they would do. */
"use strict";

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

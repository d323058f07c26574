/* Counts the running clocks down, by the house's time: nothing is asked of the server meanwhile. Says once, to who
   listens, when one's own is near its end. */
"use strict";
{
  const box = document.querySelector("#clocks");
  const said = document.querySelector("#clock-said");
  const [loading] = performance.getEntriesByType("navigation");
  const ahead = performance.timeOrigin + loading.responseStart - Date.parse(box.dataset.now); // of this device's clock
  const units = { style: "unit", unitDisplay: "long" };
  const many = (number, unit) => new Intl.NumberFormat(document.documentElement.lang, { ...units, unit }).format(number);
  const left = (number, unit) => box.dataset.left.replace("{time}", many(number, unit));
  const two = (number) => String(number).padStart(2, "0");

  /* As `app.tables.clock_shown.in_words` has it. */
  const inWords = (seconds) => {
    if (seconds >= 36 * 3600) return left(Math.round(seconds / 86400), "day");
    if (seconds > 3 * 3600) return left(Math.floor(seconds / 3600), "hour");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  let warned = "";
  const warn = (time, shown) => {
    if (time.dateTime === warned) return;
    warned = time.dateTime;
    said.textContent = box.dataset.soon.replace("{time}", shown);
  };

  const tick = () => box.querySelectorAll("time.until").forEach((time) => {
    const seconds = Math.max(0, Math.ceil((Date.parse(time.dateTime) + ahead - Date.now()) / 1000));
    const shown = inWords(seconds);
    const face = time.closest(".face");
    const near = seconds <= Number(time.dataset.near);
    if (time.textContent !== shown) time.textContent = shown;
    face.classList.toggle("near", near);
    if (near && face.matches(".me")) warn(time, shown);
  });

  document.addEventListener("htmx:after:swap", tick);
  setInterval(tick, 250);
  tick();
}

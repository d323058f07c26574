/* A choice that is out of sight is no choice: which Cardinal, asked of one crown, is not sent of another. */
"use strict";

document.addEventListener("change", ({ target }) => {
  if (!["crown", "move"].includes(target.name)) return;
  all(".more input:checked").filter((one) => !one.checkVisibility()).forEach((one) => {
    one.checked = false;
    one.dispatchEvent(new Event("input", { bubbles: true }));
  });
});

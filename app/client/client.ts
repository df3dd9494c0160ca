// Comfort for signed-in pages and those that take a password; everything works without it. Markup attributes switch each part on.

import { showBusy } from "./busy.ts";
import { confirmFirst } from "./confirm.ts";
import { offerCopies } from "./copy.ts";
import { takeDroppedFiles } from "./drop.ts";
import { offerPasskeys } from "./passkey.ts";
import { offerToShowPasswords } from "./password.ts";
import { showStrength } from "./strength.ts";

confirmFirst();
showBusy();
offerCopies();
offerPasskeys();
offerToShowPasswords();
showStrength();
takeDroppedFiles();

// <form data-autosubmit>: filters apply as soon as they are chosen.
document.addEventListener("change", ({ target }) => {
  if (
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
  )
    if (target.form?.matches("[data-autosubmit]")) target.form.requestSubmit();
});

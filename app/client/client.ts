// What makes signed-in pages nicer where scripts run. Everything works without it; every part is a line of markup.

import { showBusy } from "./busy.ts";
import { confirmFirst } from "./confirm.ts";
import { offerCopies } from "./copy.ts";
import { takeDroppedFiles } from "./drop.ts";
import { offerToShowPasswords } from "./password.ts";

confirmFirst();
showBusy();
offerCopies();
offerToShowPasswords();
takeDroppedFiles();

// Filters answer as soon as they are chosen: <form data-autosubmit>.
document.addEventListener("change", ({ target }) => {
  if (
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
  )
    if (target.form?.matches("[data-autosubmit]")) target.form.requestSubmit();
});

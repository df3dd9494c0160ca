import { pluralize } from "#app/domain/values/pluralize.ts";

/** What was done of the registrations that somebody decided; others decided the rest before. */
export function decidedLabel(accepted: boolean, done: number): string {
  if (done === 0) return "Nothing to do: decided before.";
  if (accepted)
    return `${pluralize(done, "registration")} accepted. The agreement is not sent yet: send it next.`;
  return `${pluralize(done, "registration")} refused. You can take this back for 24 hours.`;
}

/** What became of a refusal that somebody took back. */
export function takenBackLabel({ back, twice }: { back: number; twice: number }): string {
  if (back + twice === 0) return "Nothing to take back: it was taken back before, or its 24 hours are over.";
  const rest =
    twice === 0
      ? ""
      : ` ${pluralize(twice, "child", "children")} had been registered again or accepted meanwhile.`;
  return back === 0
    ? `Nothing waits again.${rest}`
    : `${pluralize(back, "registration")} can be looked at again.${rest}`;
}

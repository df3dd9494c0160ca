import { pluralize } from "#app/domain/values/pluralize.ts";

/**
 * Says what was done with the registrations that a person decided.
 * @param chosen how many they were; others decided the rest before
 */
export function decidedLabel(accepted: boolean, done: number, chosen: number): string {
  if (done === 0) return "Nothing to do: decided before.";
  const before = chosen - done;
  const rest = before > 0 ? ` ${pluralize(before, "registration")} you chose had been decided before.` : "";
  const next = accepted
    ? "accepted. The agreement is not sent yet: send it next."
    : "refused. You can take this back for 24 hours.";
  return `${pluralize(done, "registration")} ${next}${rest}`;
}

/** Says how much of a refusal was taken back. */
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

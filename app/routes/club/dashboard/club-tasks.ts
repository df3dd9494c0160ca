import { href } from "#app/config/addresses.ts";
import type { termOf } from "#app/domain/control/billing/subscriptions.server.ts";
import { RENEWAL_REMINDER_DAYS } from "#app/domain/control/clubs/club-access.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import type { Task } from "./home.ts";

const [REMINDED_FROM] = RENEWAL_REMINDER_DAYS;

type Term = Awaited<ReturnType<typeof termOf>>;

/** What Goodside waits for from the club: documents of its players, and the renewal (product.md#dashboard). */
export function clubTasks(term: Term, { at, timezone }: { at: Date; timezone: string }): Task[] {
  const tasks: Task[] = [];
  const day = (moment: string) => formatDateInFull(new Date(moment), timezone);
  const left = Date.parse(term.termEndsAt) - at.getTime();
  if (left > 0 && left <= REMINDED_FROM * DAY_MS)
    tasks.push({
      headline: `Your year ends on ${day(term.termEndsAt)}`,
      lead: "Nothing renews by itself.",
      href: href("/club/billing/renew"),
      button: "Renew",
    });
  const { verification, verificationDueAt } = term;
  if (verification === "rejected")
    tasks.push({
      headline: "Your players could not be verified yet",
      lead: "Our reviewers ask for another document.",
      href: href("/verification"),
      button: "Send Another Document",
    });
  else if (verification === null || verification === "pending")
    tasks.push({
      headline: "Show how many players your club has",
      lead:
        Date.parse(verificationDueAt) > at.getTime()
          ? `A roster or a registration list, until ${day(verificationDueAt)}.`
          : `A roster or a registration list. It was due on ${day(verificationDueAt)}.`,
      href: href("/verification"),
      button: "Upload a Document",
    });
  return tasks;
}

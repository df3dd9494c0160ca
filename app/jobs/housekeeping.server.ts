import { clearEndedSessions } from "#app/auth/session.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { forgetFutureLimits } from "#app/db/limits.server.ts";
import { now } from "#app/runtime/clock.server.ts";

const DAY = 86_400_000;
/** How long the control database keeps what has served its purpose, in days. */
const KEEP = { usedLinks: 7, doneJobs: 30, abandonedDrafts: 30, sentMails: 90 } as const;

/** Clears what is over: sessions, links, done jobs, abandoned sign-up drafts, sent mails. Dead jobs stay for staff. */
export async function tidyUp(control: ControlDb): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY).toISOString();
  await clearEndedSessions(control);
  forgetFutureLimits();
  await control
    .deleteFrom("link_tokens")
    .where((eb) =>
      eb.or([eb("expires_at", "<", before(KEEP.usedLinks)), eb("used_at", "<", before(KEEP.usedLinks))]),
    )
    .execute();
  await control
    .deleteFrom("jobs")
    .where("status", "=", "done")
    // It ran no earlier than it was due, so this narrows the search to the index.
    .where("run_at", "<", before(KEEP.doneJobs))
    .where("finished_at", "<", before(KEEP.doneJobs))
    .execute();
  await control
    .deleteFrom("signups")
    .where("status", "=", "draft")
    .where("updated_at", "<", before(KEEP.abandonedDrafts))
    // Who once asked for a payment page may still pay on it.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("checkouts").select("session_id").whereRef("signup_id", "=", "signups.id"))),
    )
    .execute();
  await control
    .deleteFrom("mails")
    .where("status", "=", "sent")
    .where("sent_at", "<", before(KEEP.sentMails))
    .execute();
}

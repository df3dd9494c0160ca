import type { MailCountsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Counts mails of a template that met an outcome today; the counts outlive the mails (product.md#mail). */
export async function countOutcome(
  control: ControlDb,
  template: string,
  outcome: MailCountsTable["outcome"],
  mails = 1,
): Promise<void> {
  await control
    .insertInto("mail_counts")
    .values({ day: nowIso().slice(0, 10), template, outcome, mails })
    .onConflict((conflict) =>
      conflict
        .columns(["day", "template", "outcome"])
        .doUpdateSet((eb) => ({ mails: eb("mail_counts.mails", "+", mails) })),
    )
    .execute();
}

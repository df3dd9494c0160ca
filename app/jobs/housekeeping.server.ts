import { clearEndedAdminSessions } from "#app/auth/admin-session.server.ts";
import { clearEndedSessions } from "#app/auth/session.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { forgetFutureLimits } from "#app/db/storage/limits.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { deleteEndedTokens } from "#app/domain/control/api-tokens/api-tokens.server.ts";
import { followTerms } from "#app/domain/control/billing/follow-terms.server.ts";
import { deleteExpiredForms } from "#app/domain/control/sign-in/kept-forms.server.ts";
import { deleteOldNotifications } from "#app/domain/control/staff-notifications/notifications.server.ts";
import { remindOfVerification } from "#app/domain/control/verification/verification-emails.server.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";
import { removeOldUploads } from "#app/forms/read-upload.server.ts";
import { compareWithStripe } from "#app/journeys/billing/ledger.server.ts";
import { sendDueRefunds } from "#app/journeys/billing/send-refund.server.ts";
import { remindOverdue } from "#app/journeys/billing/settlement-invoice.server.ts";
import { removeLeftCopies } from "#app/journeys/leaving/pack-club.server.ts";
import { runClocks } from "#app/journeys/retention/clocks.server.ts";
import { removeLostDocuments } from "#app/journeys/verification/documents.server.ts";
import { pruneKeptLog } from "#app/observability/log.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Deletes ended sessions, tokens and links, done jobs, abandoned sign-ups and uploads, sent mails, and lost documents. Dead jobs stay
 * for staff.
 */
export async function tidyUp(control: ControlDb): Promise<void> {
  const before = (days: number) => daysBefore(now(), days).toISOString();
  await clearEndedSessions(control);
  await clearEndedAdminSessions(control);
  await deleteEndedTokens(control, now());
  await deleteExpiredForms(control);
  await forgetFutureLimits();
  await removeOldUploads();
  pruneKeptLog();
  await removeLeftCopies();
  await removeLostDocuments(control);
  await control
    .deleteFrom("link_tokens")
    .where((eb) =>
      eb.or([
        eb("expires_at", "<", before(KEEP.usedLinkDays)),
        eb("used_at", "<", before(KEEP.usedLinkDays)),
      ]),
    )
    .execute();
  await control.deleteFrom("answered_challenges").where("expires_at", "<", before(0)).execute();
  await control
    .deleteFrom("email_changes")
    .where("requested_at", "<", before(KEEP.emailChangeDays))
    .execute();
  await control
    .deleteFrom("jobs")
    .where("status", "=", "done")
    // Redundant, since no job finishes before it is due, but it lets the index narrow the search.
    .where("run_at", "<", before(KEEP.doneJobDays))
    .where("finished_at", "<", before(KEEP.doneJobDays))
    .execute();
  await control.deleteFrom("console_runs").where("ordered_at", "<", before(KEEP.doneJobDays)).execute();
  await control
    .deleteFrom("signups")
    .where("status", "=", "draft")
    .where("updated_at", "<", before(KEEP.unfinishedSignupDays))
    // An opened payment page may still be paid.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("checkouts").select("session_id").whereRef("signup_id", "=", "signups.id"))),
    )
    .execute();
  await control
    .deleteFrom("mails")
    .where("status", "=", "sent")
    .where("sent_at", "<", before(KEEP.sentMailDays))
    .execute();
  await control
    .deleteFrom("notification_entries")
    .where("created_at", "<", before(KEEP.sentMailDays))
    .where("sent_at", "is not", null)
    .execute();
  await deleteOldNotifications(control);
  await control.deleteFrom("mail_events").where("received_at", "<", before(KEEP.sentMailDays)).execute();
  await control.deleteFrom("reactivated_addresses").where("at", "<", before(KEEP.sentMailDays)).execute();
}

/** Work that the calendar asks for: reminders, deadlines, clocks. Each step finds what is due and does it once. */
interface DailyStep {
  name: string;
  /** Does the step's work. Idempotent: it runs every few minutes, and after days in which no jobs process ran. */
  work(platform: Platform): Promise<unknown>;
}

/** In this order; a step that fails does not stop the others (scripts/jobs.ts). */
export const dailySteps: readonly DailyStep[] = [
  { name: "refunds that wait", work: ({ control }) => sendDueRefunds(control) },
  { name: "overdue invoices", work: ({ control }) => remindOverdue(control) },
  { name: "reminders of the verification", work: ({ control }) => remindOfVerification(control) },
  { name: "years that end", work: ({ control }) => followTerms(control) },
  { name: "data whose time is up", work: (platform) => runClocks(platform) },
  { name: "comparison with Stripe", work: ({ control }) => compareWithStripe(control) },
];

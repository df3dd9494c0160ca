import type { Platform } from "#app/db/platform.server.ts";
import { followTerms } from "#app/domain/control/billing/follow-terms.server.ts";
import { remindOfVerification } from "#app/domain/control/verification/remind.server.ts";
import { compareWithStripe } from "#app/journeys/billing/compare-books.server.ts";
import { sendDueRefunds } from "#app/journeys/billing/send-refund.server.ts";
import { remindOverdue } from "#app/journeys/billing/settlement-invoice.server.ts";
import { runClocks } from "#app/journeys/retention/clocks.server.ts";

/** Work that the calendar asks for: reminders, deadlines, clocks. Each step finds what is due and does it once. */
export interface DailyStep {
  name: string;
  /** Idempotent: it runs every few minutes, and after days in which no jobs process ran. */
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

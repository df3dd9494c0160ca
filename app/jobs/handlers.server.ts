import { z } from "zod";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { sendRequestedSetupLink } from "#app/domain/control/accounts/set-up-password.server.ts";
import { closeActing } from "#app/domain/control/acting/acting.server.ts";
import { queueMaintenanceMails } from "#app/domain/control/maintenance/maintenance.server.ts";
import { sendAdminReset } from "#app/domain/control/platform/reset-admin-password.server.ts";
import { copyOwnEmail, copyOwnName } from "#app/journeys/account/copy-email.server.ts";
import { restoreClubEmail } from "#app/journeys/account/take-back-email.server.ts";
import {
  closeMerge,
  findMergedElsewhere,
  settleMergeInClub,
} from "#app/journeys/account-merge/merge-accounts.server.ts";
import { stopAgreementMails } from "#app/journeys/agreements/send-agreements.server.ts";
import { completeCheckout } from "#app/journeys/billing/complete-checkout.server.ts";
import { readMoney, readMoneyOf } from "#app/journeys/billing/ledger.server.ts";
import { sendRefund } from "#app/journeys/billing/send-refund.server.ts";
import {
  invoiceSettlement,
  refreshInvoice,
  refreshInvoiceOf,
} from "#app/journeys/billing/settlement-invoice.server.ts";
import { queueMailPage } from "#app/journeys/club-events/queue-agreement-mails.server.ts";
import { queuePulsePage } from "#app/journeys/club-events/queue-pulse-mails.server.ts";
import { updateClub } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { endDeadAddress, reportDelivery } from "#app/journeys/mail/report-delivery.server.ts";
import { notifyOfRating } from "#app/journeys/notifications/notify.server.ts";
import {
  forgetElsewhere,
  forgetFarewell,
  forgetInClub,
} from "#app/journeys/own-data/forget-in-clubs.server.ts";
import { stopPulseMails } from "#app/journeys/pulse/stop-mails.server.ts";
import { printReport } from "#app/journeys/reports/print-report.server.ts";
import { forgetErased } from "#app/journeys/retention/erase-club.server.ts";
import { updateClubSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { runSwap } from "#app/journeys/support/restore-club.server.ts";
import { runCommand } from "#app/journeys/support/run-command.server.ts";
import { sendBatches, sendMail } from "#app/mail/send-mail.server.ts";
import { MAILS_A_BATCH } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Runs one kind of job. Must be idempotent: a crash may run it twice. Throwing retries it later. */
export type JobHandler = (platform: Platform, payload: unknown) => Promise<unknown>;

/** Runs untried jobs of one kind, several at once. */
export interface JobsHandler {
  /** Most weight of jobs that run at once. */
  most: number;
  weigh(payload: unknown): number;
  /** @returns for each job why it failed, by which it is tried again later, or null */
  run(platform: Platform, payloads: readonly unknown[]): Promise<readonly (Error | null)[]>;
}

export type Handlers = Record<string, JobHandler | JobsHandler>;

const mail = z.object({ mailId: z.string() });
const batch = z
  .object({ batch: z.string(), mailIds: z.array(z.string()) })
  .transform(({ batch: id, mailIds }) => ({ id, mailIds }));
const batches = z.array(batch);
const setupLink = z.object({ code: z.string(), requestId: z.string(), requestedAt: z.string() });
const givenRating = z.object({
  clubCode: z.string(),
  gameId: z.string(),
  side: z.enum(["coach", "manager"]),
});
const ofClub = z.object({ clubCode: z.string() });
const swap = z.object({ restoreId: z.string() });
const consoleRun = z.object({ runId: z.string() });
const reportPrint = z.object({ clubCode: z.string(), printId: z.string() });
const staffReset = z.object({ email: z.string(), requestId: z.string(), requestedAt: z.string() });
const merge = z.object({ mergeId: z.string() });
const forgotten = z.object({ accountId: z.string(), sealed: z.string() });
const farewell = z.object({ mailKey: z.string() });
const clubAddress = z.object({ clubCode: z.string(), email: z.string() });
const reactivated = z.object({ clubCode: z.string(), address: z.string() });
const moved = z.object({ clubCode: z.string(), accountId: z.string() });
const checkout = z.object({ sessionId: z.string() });
const refundOrder = z.object({ orderId: z.string() });
const payment = z.object({ paymentIntentId: z.string() });
const stripeObject = z.object({ objectId: z.string() });
const settlement = z.object({ settlementId: z.string() });
const maintenancePage = z.object({ maintenanceId: z.string(), revision: z.number(), after: z.string() });
const invoice = z.object({ invoiceId: z.string() });

/** Handlers by kind of job. */
export const jobHandlers = {
  "acting.end": ({ control }) => inTransaction(control, (tx) => closeActing(tx, now())),
  "maintenance.mails": ({ control }, payload) =>
    queueMaintenanceMails(control, maintenancePage.parse(payload)),
  "mail.send": ({ control }, payload) => sendMail(control, mail.parse(payload).mailId),
  "mail.batch": {
    most: MAILS_A_BATCH,
    weigh: (payload) => batch.parse(payload).mailIds.length,
    run: ({ control }, payloads) => sendBatches(control, batches.parse(payloads)),
  },
  "mail.delivery": (platform, payload) => reportDelivery(platform, mail.parse(payload).mailId),
  "mail.reactivated": (platform, payload) => endDeadAddress(platform, reactivated.parse(payload)),
  "mail.stopped": async (platform, payload) => {
    const { mailId } = mail.parse(payload);
    await stopAgreementMails(platform, mailId);
    await stopPulseMails(platform, mailId);
  },
  "rating.notify": ({ control, clubs }, payload) => {
    const { clubCode, ...given } = givenRating.parse(payload);
    return clubs.use(clubCode, (db) => notifyOfRating({ control, db, club: { code: clubCode } }, given));
  },
  "agreement.mails": ({ control, clubs }, payload) => {
    const { clubCode: code } = ofClub.parse(payload);
    return clubs.use(code, (db) => queueMailPage({ control, db, club: { code } }));
  },
  "pulse.mails": ({ control, clubs }, payload) => {
    const { clubCode: code } = ofClub.parse(payload);
    return clubs.use(code, (db) => queuePulsePage({ control, db, club: { code } }));
  },
  "report.print": (platform, payload) => printReport(platform, reportPrint.parse(payload)),
  "refund.send": ({ control }, payload) => sendRefund(control, refundOrder.parse(payload).orderId),
  "money.read": ({ control }, payload) => readMoney(control, payment.parse(payload).paymentIntentId),
  "money.read-object": ({ control }, payload) => readMoneyOf(control, stripeObject.parse(payload).objectId),
  "settlement.invoice": ({ control }, payload) =>
    invoiceSettlement(control, settlement.parse(payload).settlementId),
  "club.entries": (platform, payload) => updateClub(platform, ofClub.parse(payload).clubCode, "all"),
  "club.search": (platform, payload) => updateClubSearch(platform, ofClub.parse(payload).clubCode),
  "console.run": (platform, payload) => runCommand(platform, consoleRun.parse(payload).runId),
  "club.restore": (platform, payload) => runSwap(platform, swap.parse(payload).restoreId),
  "invoice.read": ({ control }, payload) => refreshInvoice(control, invoice.parse(payload).invoiceId),
  "invoice.read-payment": ({ control }, payload) =>
    refreshInvoiceOf(control, payment.parse(payload).paymentIntentId),
  "setup-link.send": ({ control }, payload) => sendRequestedSetupLink(control, setupLink.parse(payload)),
  "account.name": (platform, payload) => copyOwnName(platform, moved.parse(payload)),
  "account.email": (platform, payload) => copyOwnEmail(platform, moved.parse(payload)),
  "account.forget": (platform, payload) =>
    forgetInClub(platform, forgotten.extend(ofClub.shape).parse(payload)),
  "account.forget-elsewhere": (platform, payload) => forgetElsewhere(platform, forgotten.parse(payload)),
  "account.farewell": (platform, payload) => forgetFarewell(platform, farewell.parse(payload).mailKey),
  "account.merge-club": (platform, payload) =>
    settleMergeInClub(platform, merge.extend(ofClub.shape).parse(payload)),
  "account.merge-elsewhere": (platform, payload) =>
    findMergedElsewhere(platform, merge.parse(payload).mergeId),
  "account.merge-close": (platform, payload) => closeMerge(platform, merge.parse(payload).mergeId),
  "erased.forget": (platform) => forgetErased(platform),
  "club.email": ({ control, clubs }, payload) => {
    const restored = clubAddress.parse(payload);
    return clubs.use(restored.clubCode, (db) => restoreClubEmail({ control, db }, restored));
  },
  "staff-reset.send": ({ control }, payload) => sendAdminReset(control, staffReset.parse(payload)),
  "checkout.complete": (platform, payload) => completeCheckout(platform, checkout.parse(payload).sessionId),
} satisfies Handlers;

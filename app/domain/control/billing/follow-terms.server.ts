import { env } from "#app/config/env.server.ts";
import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import {
  dueRenewalNotice,
  READ_ONLY_DAYS,
  RENEWAL_REMINDER_DAYS,
  suspendedFrom,
} from "#app/domain/control/clubs/club-access.ts";
import { clubsEndingBetween, setClubStatus } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { contactOf, formatDay, queueMoneyMail } from "./club-contact.server.ts";
import { formatPrice } from "./plans.ts";
import { renewalPlans } from "./renewal-plans.server.ts";
import { takeBegunPackages } from "./settlements.server.ts";

const AGES_AGO = new Date(0);

/**
 * Reminds clubs 30, 7 and 1 days before the end of their year, says when they can only be read and when they are
 * suspended, each once; and stores the suspension, so that boards hide the club (product/billing.md#term).
 */
export async function followTerms(control: ControlDb): Promise<void> {
  const at = now();
  const days = (count: number) => new Date(at.getTime() + count * DAY_MS);
  await takeBegunPackages(control, at);
  const [first] = RENEWAL_REMINDER_DAYS;
  for (const club of await clubsEndingBetween(control, days(-READ_ONLY_DAYS), days(first))) {
    const notice = dueRenewalNotice(club.term_ends_at, at);
    if (notice && !club.cancelled_at) await inTransaction(control, (tx) => sendTermNotice(tx, club, notice));
  }
  for (const club of await clubsEndingBetween(control, AGES_AGO, days(-READ_ONLY_DAYS))) {
    await inTransaction(control, async (tx) => {
      await setClubStatus(tx, club.code, "suspended");
      await recordAudit(tx, {
        kind: "club.status-changed",
        actor: { kind: "system", id: null },
        clubCode: club.code,
        detail: { status: "suspended" },
        at,
      });
      await enqueue(tx, {
        kind: "club.entries",
        payload: { clubCode: club.code },
        key: `club.entries:${club.code}:${at.toISOString()}`,
      });
      if (!club.cancelled_at) await sendTermNotice(tx, club, "suspended");
    });
  }
}

const renewLink = () => `${env().appUrl}/club/billing/renew`;

/**
 * Reminds a club of its year's end, or says that it has come; once for each year and notice. The price is that of the
 * package which the renewal offers first.
 */
export async function sendTermNotice(
  tx: ControlTx,
  club: ClubsTable,
  notice: 30 | 7 | 1 | "ended" | "suspended",
): Promise<void> {
  const { chosen: plan } = await renewalPlans(tx, club);
  await queueMoneyMail(tx, club, {
    key: `term:${club.code}:${club.term_ends_at}:${notice}`,
    template: "term-notice",
    variables: {
      club: contactOf(club),
      notice,
      ends: formatDay(club.term_ends_at, club),
      readableUntil: formatDay(suspendedFrom(club.term_ends_at), club),
      price: formatPrice(plan.priceCents),
      renewLink: renewLink(),
    },
  });
}

/** Thanks for a renewal, which may still be on its way from the bank. */
export function sendRenewed(tx: ControlTx, club: ClubsTable, booked: SubscriptionsTable): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `renewed:${booked.checkout_session_id}`,
    template: "renewed",
    variables: {
      club: contactOf(club),
      starts: formatDay(booked.starts_at, club),
      ends: formatDay(booked.ends_at, club),
      price: formatPrice(booked.price_cents),
      onItsWay: booked.payment_status === "processing",
      billingLink: `${env().appUrl}/club/billing`,
    },
  });
}

export function sendRenewalFailed(
  tx: ControlTx,
  club: ClubsTable,
  booked: SubscriptionsTable,
): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `renewal-failed:${booked.checkout_session_id}`,
    template: "renewal-failed",
    variables: {
      club: contactOf(club),
      price: formatPrice(booked.price_cents),
      renewLink: renewLink(),
    },
  });
}

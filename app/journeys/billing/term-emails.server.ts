import { env } from "#app/config/env.server.ts";
import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { suspendedFrom } from "#app/domain/control/clubs/club-access.ts";
import { contactOf, formatDay } from "#app/journeys/clubs/club-emails.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";

const renewLink = () => `${env().appUrl}/club/billing/renew`;
const to = (club: ClubsTable) => ({ to: club.email, clubCode: club.code });

/** Reminds a club of its year's end, or says that it has come; once for each year and notice. */
export function sendTermNotice(
  tx: ControlTx,
  club: ClubsTable,
  notice: 30 | 7 | 1 | "ended" | "suspended",
): Promise<void> {
  return queueMail(tx, {
    key: `term:${club.code}:${club.term_ends_at}:${notice}`,
    template: "term-notice",
    variables: {
      club: contactOf(club),
      notice,
      ends: formatDay(club.term_ends_at, club),
      readableUntil: formatDay(suspendedFrom(club.term_ends_at), club),
      price: formatPrice(planOf(club.plan).priceCents),
      renewLink: renewLink(),
    },
    ...to(club),
  });
}

/** Thanks for a renewal, which may still be on its way from the bank. */
export function sendRenewed(tx: ControlTx, club: ClubsTable, booked: SubscriptionsTable): Promise<void> {
  return queueMail(tx, {
    key: `renewed:${booked.checkout_session_id}`,
    template: "renewed",
    variables: {
      club: contactOf(club),
      starts: formatDay(booked.starts_at, club),
      ends: formatDay(booked.ends_at, club),
      onItsWay: booked.payment_status === "processing",
      billingLink: `${env().appUrl}/club/billing`,
    },
    ...to(club),
  });
}

export function sendRenewalFailed(tx: ControlTx, club: ClubsTable, sessionId: string): Promise<void> {
  return queueMail(tx, {
    key: `renewal-failed:${sessionId}`,
    template: "renewal-failed",
    variables: {
      club: contactOf(club),
      price: formatPrice(planOf(club.plan).priceCents),
      renewLink: renewLink(),
    },
    ...to(club),
  });
}

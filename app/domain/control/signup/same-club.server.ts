import { env } from "#app/config/env.server.ts";
import type { SignupsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { findClubAccount } from "#app/domain/control/accounts/accounts.server.ts";
import { sendAlreadyHere, sendSetupLink } from "#app/domain/control/club-emails/club-emails.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { issueSetupLink } from "#app/domain/control/links/link-addresses.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { hashOf, newId } from "#app/runtime/ids.server.ts";
import type { Signup } from "./signups.server.ts";
import { clubNameKey, confirmationOf } from "./signups.ts";

/** Hours for which a payment page at Stripe can be paid. */
const PAYMENT_PAGE_HOURS = 24;

/** A club that signed up before, or a payment that is open, and what of the new sign-up equals it. */
export interface SameClub {
  /** The name and state were typed before. */
  byName: boolean;
  /** The email was typed before. */
  byEmail: boolean;
  /** Null before the payment. */
  clubCode: string | null;
  /** Stripe's page of a payment that is open in another browser. */
  paymentUrl: string | null;
}

type Draft = Pick<SignupsTable, "id" | "club_name" | "state" | "email" | "other_club">;

/**
 * Finds the club that seems to sign up again: one of the same name and state, or of the same email; otherwise a payment
 * that was opened in another browser with this email (product/accounts.md#signing-up-again).
 * @returns null where there is none, or where these details were confirmed to be another club's.
 */
export async function findSameClub(control: ControlDb, draft: Draft): Promise<SameClub | null> {
  if (draft.other_club === confirmationOf(draft)) return null;
  const key = clubNameKey(draft.club_name);
  const [neighbors, ofEmail] = await Promise.all([
    control.selectFrom("clubs").select(["code", "name"]).where("state", "=", draft.state).execute(),
    control.selectFrom("clubs").select("code").where("email", "=", draft.email).execute(),
  ]);
  const named = neighbors.filter(({ name }) => key !== "" && clubNameKey(name) === key);
  const both = named.find(({ code }) => ofEmail.some((club) => club.code === code));
  const club = both ?? ofEmail[0] ?? named[0];
  if (club) {
    return {
      byName: named.length > 0,
      byEmail: ofEmail.length > 0,
      clubCode: club.code,
      paymentUrl: null,
    };
  }
  const open = await openPaymentOf(control, draft);
  return open ? { byName: false, byEmail: true, clubCode: null, paymentUrl: open.url } : null;
}

/** Loads the newest payment page that another browser opened with this email and that can still be paid. */
function openPaymentOf(control: ControlDb, { id, email }: Draft) {
  return (
    control
      .selectFrom("signups")
      .innerJoin("checkouts", "checkouts.signup_id", "signups.id")
      .select("checkouts.url")
      .where("signups.email", "=", email)
      .where("signups.id", "<>", id)
      .where("signups.status", "=", "draft")
      // A program's payment has no page to be led to.
      .where("checkouts.url", "<>", "")
      .where(
        "checkouts.created_at",
        ">",
        new Date(now().getTime() - PAYMENT_PAGE_HOURS * HOUR_MS).toISOString(),
      )
      .orderBy("checkouts.created_at", "desc")
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * Mails the way into a club that was about to sign up again: to the address it signed up with, no matter who asks, so
 * that nothing is learned here. The mail carries the login code and, until a password is set, a new setup link; for an
 * open payment the link to its page. With a reached limit nothing is sent, and the answer is the same
 * (product/accounts.md#signing-up-again).
 */
export async function sendWayIn(
  control: ControlDb,
  signup: Pick<Signup, "club_name" | "contact_name" | "email">,
  same: SameClub,
  ip: string,
): Promise<void> {
  if (!(await mayUse("setup-link-client", ip))) return;
  if (same.clubCode === null) {
    if (!same.paymentUrl || !(await mayUse("setup-link-club", signup.email))) return;
    await queueMail(control, {
      key: `open-payment:${hashOf(same.paymentUrl)}:${newId()}`,
      template: "open-payment",
      variables: { email: signup.email, paymentLink: same.paymentUrl },
      to: signup.email,
    });
    return;
  }
  const club = await findClub(control, same.clubCode);
  if (!club || club.status === "creating" || !(await mayUse("setup-link-club", club.code))) return;
  const account = await findClubAccount(control, club.code);
  await inTransaction(control, async (tx) => {
    const key = `way-in:${newId()}`;
    if (account?.password_hash) {
      const resetLink = `${env().appUrl}/contact?forgot=club`;
      return sendAlreadyHere(tx, club, { key, resetLink });
    }
    return sendSetupLink(tx, club, { key, setupLink: await issueSetupLink(tx, club, now()) });
  });
}

import type { SignupsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { now } from "#app/runtime/clock.server.ts";
import { clubNameKey, confirmationOf } from "./same-club.ts";

/** How long a payment page at Stripe can be paid. */
const PAYMENT_PAGE_HOURS = 24;
const HOUR = 3_600_000;

/** A club that signed up before, or a payment that is open, and what of the new sign-up equals it. */
export interface SameClub {
  /** The name and state were typed before. */
  byName: boolean;
  /** The email was typed before. */
  byEmail: boolean;
  /** null where nobody has paid yet. */
  clubCode: string | null;
  /** Stripe's page of a payment that is open in another browser. */
  paymentUrl: string | null;
}

type Draft = Pick<SignupsTable, "id" | "club_name" | "state" | "email" | "other_club">;

/**
 * Finds the club that seems to sign up again: one of the same name and state, or of the same email; else a payment
 * that was opened in another browser with this email (product.md#signing-up-again).
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

/** The newest payment page that another browser opened with this email and that can still be paid. */
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
      .where("checkouts.created_at", ">", new Date(now().getTime() - PAYMENT_PAGE_HOURS * HOUR).toISOString())
      .orderBy("checkouts.created_at", "desc")
      .limit(1)
      .executeTakeFirst()
  );
}

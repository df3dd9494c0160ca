import { z } from "zod";
import type { CheckoutsTable, SignupsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { stateCodes } from "#app/domain/values/states.ts";

/** The club as described when its Checkout session was created. */
const detailsSchema = z.object({
  club_name: z.string(),
  contact_name: z.string(),
  email: z.string(),
  phone: z.string(),
  state: z.enum(stateCodes),
  city: z.string(),
  estimated_players: z.number(),
  description: z.string(),
  agreed_at: z.string(),
  // A checkout of a release before versions has none: there was one.
  agreed_version: z
    .number()
    .nullish()
    .transform((version) => version ?? 1),
});

export type CheckoutDetails = z.infer<typeof detailsSchema>;
export type CheckoutOrder = Omit<CheckoutsTable, "details"> & { details: CheckoutDetails };

/** Returns the details of a sign-up that its Checkout session keeps. @throws ZodError if the sign-up is incomplete. */
export function checkoutDetails(signup: SignupsTable): CheckoutDetails {
  return detailsSchema.parse(signup);
}

/** Stores a Checkout session before redirecting to it. Storing it twice keeps one row. */
export async function recordCheckout(control: ControlDb, checkout: CheckoutOrder): Promise<void> {
  await control
    .insertInto("checkouts")
    .values({ ...checkout, details: JSON.stringify(checkout.details) })
    .onConflict((conflict) => conflict.column("session_id").doNothing())
    .execute();
}

/** Loads a Checkout session that we created, or null. */
export async function findCheckout(control: ControlDb, sessionId: string): Promise<CheckoutOrder | null> {
  return read(
    await control.selectFrom("checkouts").selectAll().where("session_id", "=", sessionId).executeTakeFirst(),
  );
}

/** Loads the newest Checkout session of a sign-up, or null. */
export async function latestCheckout(control: ControlDb, signupId: string): Promise<CheckoutOrder | null> {
  return read(
    await control
      .selectFrom("checkouts")
      .selectAll()
      .where("signup_id", "=", signupId)
      .orderBy("attempt", "desc")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
}

/** Loads the Checkout sessions started in a browser, newest first, with the club and payment that came of them. */
export function checkoutsOfBrowser(control: ControlDb, browserHash: string) {
  return (
    control
      .selectFrom("checkouts as k")
      .innerJoin("signups as s", "s.id", "k.signup_id")
      .leftJoin("clubs as c", "c.code", "s.club_code")
      .leftJoin("accounts as a", "a.club_code", "c.code")
      .leftJoin("subscriptions as u", "u.checkout_session_id", "k.session_id")
      .select([
        "k.session_id as sessionId",
        "u.payment_status as payment",
        "u.refunded_at as refundedAt",
        "c.code",
        "c.name",
        "c.contact_name as contactName",
        "c.email",
        "c.status as clubStatus",
        "a.password_hash as passwordHash",
      ])
      .where("k.browser_hash", "=", browserHash)
      // A renewal leads back to its own page.
      .where("k.renews", "=", 0)
      .orderBy("k.created_at", "desc")
      .limit(20)
      .execute()
  );
}

/** Returns the details as a Checkout session's row keeps them. @throws for a row that we did not write */
export const readDetails = (details: string): CheckoutDetails => detailsSchema.parse(JSON.parse(details));

function read(row: CheckoutsTable | undefined): CheckoutOrder | null {
  return row ? { ...row, details: readDetails(row.details) } : null;
}

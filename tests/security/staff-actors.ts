import { STAFF_PASSWORD as PASSWORD, setUpAuthenticator, shownAuthenticator } from "../support/staff.ts";
import type { World } from "../support/world.ts";
import type { Actor } from "./fixture.ts";

/** The platform's staff: each role, and a browser that still owes the second factor. */
export interface StaffActors {
  moderator: Actor;
  admin: Actor;
  superAdmin: Actor;
  halfSignedIn: Actor;
  /** A super admin while they act for the club (product/support.md#acting-for-a-club). */
  acting: Actor;
  /** Values of their forms' fields, by 'route field'; codes are current. */
  wanted: () => Record<string, string>;
  /** Ids for the addresses about staff. */
  things: {
    adminId: string;
    invitationId: string;
    messageId: string;
    sessionId: string;
    signInId: string;
    orderId: string;
    invoiceId: string;
    notificationId: string;
    maintenanceId: string;
  };
}

/**
 * Signs in one of each role: the admin has an authenticator, the super admin is setting one up and has invited a
 * colleague.
 */
export async function openStaff(world: World, clubCode: string): Promise<StaffActors> {
  const superAdmin = await world.signInStaff("super_admin");
  const admin = await world.signInStaff("admin");
  const moderator = await world.signInStaff("moderator");
  const acting = await actFor(world, "super_admin", clubCode);
  await world.ask("/admin/staff", {
    cookie: superAdmin,
    form: { email: "mo@goodside.example", role: "moderator" },
  });
  const { totp: pending, token: pendingToken } = await shownAuthenticator(world, superAdmin);
  const { totp: confirmed, token } = await shownAuthenticator(world, admin);
  const [recovery] = await setUpAuthenticator(world, admin, { totp: confirmed, token });
  const { email } = await world.control
    .selectFrom("platform_admins")
    .select("email")
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  const half = await world.ask("/admin/login", { form: { email, password: PASSWORD } });
  const challenge = half.headers
    .getSetCookie()
    .find((line) => line.startsWith("admin-code="))
    ?.split(";")[0];
  if (!challenge) throw new Error("The sign-in did not ask for a code.");

  const { id: adminId } = await world.control
    .selectFrom("platform_admins")
    .select("id")
    .where("role", "=", "moderator")
    .executeTakeFirstOrThrow();
  const { id: invitationId } = await world.control
    .selectFrom("platform_invitations")
    .select("id")
    .executeTakeFirstOrThrow();

  const sent = { name: "Pat Parent", email: "pat@parents.example", category: "sales" };
  await world.ask("/contact", {
    form: { ...sent, submission: "of-the-fixture", subject: "A question", message: "Hello" },
  });
  const { id: messageId } = await world.control
    .selectFrom("contact_messages")
    .select("id")
    .executeTakeFirstOrThrow();

  const sessionId = await heldPayment(world);
  // Belongs to nobody among the actors: ending it is part of the matrix.
  const signedIn = await world.person("Sid Signed-In", await world.club("Seaside"), []);
  await world.signIn(signedIn, null);
  const { id: signInId } = await world.control
    .selectFrom("sessions")
    .select((eb) => eb.fn.coalesce("id", eb.val("")).as("id"))
    .where("account_id", "=", signedIn)
    .executeTakeFirstOrThrow();
  const { orderId, invoiceId } = await unfinishedMoney(world);
  const [notificationId, maintenanceId] = await notified(world);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return {
    things: {
      ...{ adminId, invitationId, messageId, sessionId, signInId, orderId, invoiceId },
      ...{ notificationId, maintenanceId },
    },
    moderator: { name: "a moderator", cookie: moderator },
    admin: { name: "an admin", cookie: admin },
    superAdmin: { name: "a super admin", cookie: superAdmin },
    acting: { name: "a super admin who acts for the club", cookie: acting },
    halfSignedIn: { name: "an admin without the second factor", cookie: challenge },
    wanted: () => ({
      "/admin/clubs/:clubCode/acting password": PASSWORD,
      "/admin/clubs/:clubCode/acting code": confirmed.generate(),
      "/admin/login email": email,
      "/admin/login password": PASSWORD,
      "/admin/account/password current": PASSWORD,
      "/admin/login/code code": confirmed.generate(),
      "/admin/login/recovery code": recovery,
      "/admin/account/authenticator code": pending.generate(),
      "/admin/account/authenticator token": pendingToken,
      "/admin/account/authenticator password": PASSWORD,
      "/admin/account/authenticator/off code": confirmed.generate(),
      "/admin/account/authenticator/off password": PASSWORD,
      "/admin/account/recovery-codes code": confirmed.generate(),
      "/admin/account/recovery-codes password": PASSWORD,
      "/admin/maintenance fromDate": tomorrow,
      "/admin/maintenance fromTime": "10:00",
      "/admin/maintenance toDate": tomorrow,
      "/admin/maintenance toTime": "11:00",
    }),
  };
}

/**
 * Signs in one of the staff who begins to act for a club.
 * @returns the Cookie header
 */
export async function actFor(world: World, role: "super_admin" | "admin", clubCode: string): Promise<string> {
  const cookie = await world.signInStaff(role);
  const form = { reason: "acting-asked", password: PASSWORD };
  const answer = await world.ask(`/admin/clubs/${clubCode}/acting`, { cookie, form });
  if (answer.headers.get("Location") !== "/dashboard") throw new Error(`Not acting: ${answer.status}`);
  return cookie;
}

/**
 * Creates a notification, and unannounced maintenance.
 * @returns their ids
 */
async function notified({ control }: World): Promise<[notificationId: string, maintenanceId: string]> {
  const at = Date.now();
  const iso = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
  await control
    .insertInto("staff_notifications")
    .values({
      ...{ id: "of-the-fixture", mark: "job:mail.send", kind: "job", type: "system_alert", priority: "high" },
      ...{ title: "Work given up: mail: send", message: "1 job failed at every try.", recipient: "Staff" },
      ...{ recipient_type: "staff", action: 1, subject_id: "mail.send", subject_name: "mail.send" },
      ...{ club_code: null, n: 1, created_at: iso(-1), closed_at: null },
    })
    .execute();
  await control
    .insertInto("maintenance")
    .values({
      ...{ id: "of-the-fixture", starts_at: iso(24), ends_at: iso(26), timezone: "America/Chicago" },
      ...{ words: "A faster machine", revision: 0, announced_at: null, cancelled_at: null },
      ...{ saved_by: "nobody", saved_at: iso(0) },
    })
    .execute();
  return ["of-the-fixture", "of-the-fixture"];
}

/**
 * Creates a payment of another amount than its price.
 * @returns its Checkout session
 */
async function heldPayment({ control }: World): Promise<string> {
  const [session_id, signup_id, at] = ["cs_of_the_fixture", "held", new Date().toISOString()];
  const details = {
    club_name: "Hillcrest",
    contact_name: "Hal Hill",
    email: "hal@hillcrest.example",
    phone: "",
    state: "TX",
    city: "Austin",
    estimated_players: 300,
    description: "",
    agreed_at: at,
    agreed_version: 1,
  };
  const dates = { created_at: at, updated_at: at };
  const draft = { status: "draft", plan: "standard", attempt: 1, existing_platform: "" } as const;
  await control
    .insertInto("signups")
    .values({ id: signup_id, browser_hash: "held", ...details, ...draft, ...dates })
    .execute();
  const sold = { plan: "standard", price_cents: 74_900, player_cap: 800, attempt: 1 } as const;
  await control
    .insertInto("checkouts")
    .values({
      session_id,
      signup_id,
      url: "",
      browser_hash: "held",
      ...sold,
      details: JSON.stringify(details),
      created_at: at,
    })
    .execute();
  const amounts = { asked_cents: 74_900, paid_cents: 100, currency: "usd" };
  await control
    .insertInto("held_payments")
    .values({ session_id, signup_id, payment_intent_id: "pi_of_the_fixture", ...amounts, held_at: at })
    .execute();
  return session_id;
}

/** Creates a refund that Stripe refused, and an open invoice, of no club. */
async function unfinishedMoney({ control }: World): Promise<{ orderId: string; invoiceId: string }> {
  const [orderId, invoiceId, at] = ["refused_of_the_fixture", "in_of_the_fixture", new Date().toISOString()];
  const order = { why: "held", state: "refused", amount_cents: 100, attempt: 0, note: "" } as const;
  await control
    .insertInto("refund_orders")
    .values({ ...order, id: orderId, payment_intent_id: "pi_of_the_fixture", ordered_at: at })
    .execute();
  await control
    .insertInto("settlements")
    .values({
      id: "settled_of_the_fixture",
      club_code: "of-nobody",
      subscription_id: "of-nobody",
      players: 900,
      plan_before: "standard",
      plan: "large",
      difference_cents: 75_000,
      created_at: at,
    })
    .execute();
  await control
    .insertInto("invoices")
    .values({
      id: invoiceId,
      settlement_id: "settled_of_the_fixture",
      club_code: "of-nobody",
      number: "GS-0001",
      amount_cents: 75_000,
      status: "open",
      url: "https://invoice.stripe.example/i/in_1",
      pdf_url: "https://invoice.stripe.example/i/in_1/pdf",
      due_at: at,
      created_at: at,
    })
    .execute();
  return { orderId, invoiceId };
}

import type { AppLoadContext } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { closeActing } from "#app/domain/control/acting/acting.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { unreadToDo } from "#app/domain/control/staff-notifications/notifications.server.ts";
import { needsSecondFactor } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { hashOf, newId, newSecret } from "#app/runtime/ids.server.ts";
import { adminChallengeCookie, adminSessionCookie } from "./cookies.server.ts";

/**
 * Time without a request after which a session of staff ends; it ends after 12 hours in any case
 * (product/platform-staff.md#platform-staff).
 */
const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 12 * HOUR_MS;
/** Least interval between updates of `seen_at`. */
const SEEN_EVERY_MS = MINUTE_MS;
const CHALLENGE_MS = 5 * MINUTE_MS;

/** A valid session of staff, with the person it belongs to. */
export type AdminSession = NonNullable<Awaited<ReturnType<typeof readAdminSession>>>;

interface Client {
  ip: string;
  userAgent: string;
}

/** Starts a session of staff, always with a new id. @returns the Set-Cookie header */
export async function startAdminSession(
  tx: ControlTx,
  adminId: string,
  client: Client,
  /** `renews`: the same person goes on after a change of their account, which is not a sign-in. */
  { renews = false } = {},
): Promise<string> {
  const secret = newSecret();
  const at = now();
  await tx
    .insertInto("platform_sessions")
    .values({
      token_hash: hashOf(secret),
      id: newId(),
      admin_id: adminId,
      created_at: at.toISOString(),
      seen_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LONGEST_MS).toISOString(),
      ip: client.ip,
      user_agent: client.userAgent.slice(0, 300),
    })
    .execute();
  await tx
    .updateTable("platform_admins")
    .set({ last_sign_in_at: at.toISOString() })
    .where("id", "=", adminId)
    .execute();
  if (!renews) await recordAudit(tx, { kind: "sign-in.done", actor: { kind: "staff", id: adminId }, at });
  return adminSessionCookie.serialize(secret);
}

/** Tells whether staff may move money or act for a club but lack the second factor that production requires. */
export const mustSetUpSecondFactor = (admin: Pick<AdminSession, "role" | "secondFactor">) =>
  env().production && needsSecondFactor(admin.role) && !admin.secondFactor;

/** Shared by the guards of one request: the document, the layout, the page and its action. */
const sessionByRequest = new WeakMap<AppLoadContext, Promise<AdminSession | null>>();

/** Loads the request's session of staff, or null, read once a request; without a cookie of staff there is no query. */
export function adminSessionOf(
  context: AppLoadContext,
  control: ControlDb,
  request: Request,
): Promise<AdminSession | null> {
  const reading = sessionByRequest.get(context) ?? readAdminSession(control, request);
  sessionByRequest.set(context, reading);
  return reading;
}

/** Loads the request's session of staff, or null. Ends an expired one. */
export async function readAdminSession(control: ControlDb, request: Request) {
  const tokenHash = await hashIn(adminSessionCookie, request);
  if (!tokenHash) return null;
  const row = await control
    .selectFrom("platform_sessions as s")
    .innerJoin("platform_admins as a", "a.id", "s.admin_id")
    .leftJoin("platform_totp as t", (join) =>
      join.onRef("t.admin_id", "=", "a.id").on("t.confirmed_at", "is not", null),
    )
    .leftJoin("platform_acting as p", (join) =>
      join.onRef("p.admin_id", "=", "a.id").onRef("p.token_hash", "=", "s.token_hash"),
    )
    .leftJoin("clubs as c", "c.code", "p.club_code")
    .select(["s.token_hash as tokenHash", "s.seen_at as seenAt", "s.expires_at as expiresAt"])
    .select(["p.club_code as actingFor", "p.ends_at as actingUntil", "p.ended_at as actingEndedAt"])
    .select(["c.name as clubName", "c.status as clubStatus", "c.term_ends_at as termEndsAt"])
    .select(["c.state as clubState", "c.timezone", "c.color as clubColor", "c.logo as clubLogo"])
    .select(["a.id", "a.email", "a.first_name as firstName", "a.last_name as lastName", "a.role"])
    .select((eb) => eb("t.admin_id", "is not", null).as("secondFactor"))
    .select(unreadToDo("a.id").as("notifications"))
    .where("s.token_hash", "=", tokenHash)
    .where("a.removed_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const at = now().getTime();
  const idle = at - Date.parse(row.seenAt);
  const left = Date.parse(row.expiresAt) - at;
  // A session from the future was started by a clock running ahead.
  if (left < 0 || left > LONGEST_MS + IDLE_MS || idle > IDLE_MS) {
    await deleteSession(control, tokenHash);
    return null;
  }
  if (Math.abs(idle) > SEEN_EVERY_MS) {
    await control
      .updateTable("platform_sessions")
      .set({ seen_at: new Date(at).toISOString() })
      .where("token_hash", "=", tokenHash)
      .execute();
  }
  return row;
}

/** Tells whether the browser was signed in as staff until now: enough to say so, and for nothing else. */
export const hasAdminCookie = (request: Pick<Request, "headers">) =>
  request.headers.get("Cookie")?.includes(`${adminSessionCookie.name}=`) ?? false;

/** Ends the request's session of staff. @returns the Set-Cookie header that clears the cookie */
export async function endAdminSession(control: ControlDb, request: Request): Promise<string> {
  const tokenHash = await hashIn(adminSessionCookie, request);
  if (tokenHash) await deleteSession(control, tokenHash);
  return adminSessionCookie.serialize("", { maxAge: 0 });
}

const deleteSession = (control: ControlDb, tokenHash: string) =>
  inTransaction(control, async (tx) => {
    await tx.deleteFrom("platform_sessions").where("token_hash", "=", tokenHash).execute();
    await closeActing(tx, now());
  });

/** Remembers for 5 minutes that the password was right. Opens nothing. @returns the Set-Cookie header */
export async function startChallenge(tx: ControlTx, adminId: string): Promise<string> {
  const secret = newSecret();
  const expires_at = new Date(now().getTime() + CHALLENGE_MS).toISOString();
  await tx
    .insertInto("platform_challenges")
    .values({ token_hash: hashOf(secret), admin_id: adminId, expires_at })
    .execute();
  return adminChallengeCookie.serialize(secret);
}

/** Finds the person whose second factor the request's browser still owes; null for none. */
export async function readChallenge(control: ControlDb, request: Request) {
  const tokenHash = await hashIn(adminChallengeCookie, request);
  if (!tokenHash) return null;
  const row = await control
    .selectFrom("platform_challenges as c")
    .innerJoin("platform_admins as a", "a.id", "c.admin_id")
    .select(["c.token_hash as tokenHash", "a.id", "a.email", "a.first_name as firstName"])
    .where("c.token_hash", "=", tokenHash)
    .where("c.expires_at", ">", now().toISOString())
    .where("a.removed_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a half sign-in. @returns the Set-Cookie header, or null if another request has just ended it */
export async function endChallenge(tx: ControlTx, tokenHash: string): Promise<string | null> {
  const ended = await tx
    .deleteFrom("platform_challenges")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return ended.numDeletedRows === 1n ? adminChallengeCookie.serialize("", { maxAge: 0 }) : null;
}

/** Deletes ended sessions and half sign-ins of staff. Called by housekeeping. */
export async function clearEndedAdminSessions(control: ControlDb): Promise<void> {
  const at = now();
  const idleSince = new Date(at.getTime() - IDLE_MS).toISOString();
  await control
    .deleteFrom("platform_sessions")
    .where((eb) => eb.or([eb("expires_at", "<", at.toISOString()), eb("seen_at", "<", idleSince)]))
    .execute();
  await control.deleteFrom("platform_challenges").where("expires_at", "<", at.toISOString()).execute();
  await inTransaction(control, (tx) => closeActing(tx, at));
}

async function hashIn(
  cookie: typeof adminSessionCookie | typeof adminChallengeCookie,
  request: Request,
): Promise<string | null> {
  const secret: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && secret.length > 0 ? hashOf(secret) : null;
}

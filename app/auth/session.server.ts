import { compiled } from "#app/db/compiled.server.ts";
import type { ControlDb, ControlTx, SessionsTable } from "#app/db/control/schema.ts";
import { besideOthers, inTransaction } from "#app/db/engine.server.ts";
import { noteClubSignIn } from "#app/domain/control/accounts/memberships.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { hashOf, newId, newSecret } from "#app/runtime/ids.server.ts";
import { REMEMBER_DAYS, rememberedFor, sessionCookie } from "./cookies.server.ts";

/** Hours without a request after which a session without 'Remember me' ends (product/accounts.md#sessions). */
const IDLE_HOURS = 12;
/** Least interval between updates of `seen_at`, so that most page views write nothing. */
const SEEN_EVERY_MS = 10 * MINUTE_MS;
const LONGEST_MS = REMEMBER_DAYS * DAY_MS;
/** Tolerates a clock that is set back by some hours (daylight saving, a bad battery). */
const CLOCK_SLACK_MS = DAY_MS;

/** Choice at sign-in: 'Remember me', in a browser that may keep pages or in another one. */
export type Remember = boolean | "with pages";
const KEEPS_PAGES = 2;

/**
 * Tells whether its browser may keep pages: it is remembered, and its scripts check again when Back shows a page from
 * memory, which no header makes Chromium forget (docs/decisions/028).
 */
export const keepsPages = ({ remember }: Pick<SessionRow, "remember">): boolean => remember === KEEPS_PAGES;

/** Converts the sign-in form's answer. @param form.scripts set by our script, where it runs */
export const rememberAs = ({ remember, scripts }: { remember: boolean; scripts: boolean }): Remember =>
  remember && scripts ? "with pages" : remember;

/** A session with its account, club and membership. */
export type SessionRow = NonNullable<Awaited<ReturnType<typeof readSession>>>;

/**
 * Starts a session, always with a new id against session fixation. @returns the Set-Cookie header.
 * @param session.clubCode null if somebody with several places has still to choose.
 */
export async function startSession(
  control: ControlDb,
  session: {
    accountId: string;
    /** All accounts whose password matched, where they are several. */
    accounts?: readonly string[];
    clubCode: string | null;
    remember: Remember;
    ip: string;
    userAgent: string;
    /** The same person goes on after a new password: no sign-in. */
    renews?: true;
  },
): Promise<string> {
  const secret = newSecret();
  const tokenHash = hashOf(secret);
  const at = now();
  await inTransaction(control, async (tx) => {
    await addSession(tx, {
      token_hash: tokenHash,
      id: newId(),
      account_id: session.accountId,
      club_code: session.clubCode,
      remember: session.remember === "with pages" ? KEEPS_PAGES : Number(session.remember),
      created_at: at.toISOString(),
      seen_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LONGEST_MS).toISOString(),
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 300),
    });
    const { accountId, clubCode: code } = session;
    if (code) await noteClubSignIn(tx, { accountId, code }, at);
    if (!session.renews) await auditSignIn(tx, accountId, code, at);
    const { accounts = [] } = session;
    if (accounts.length > 1) {
      const rows = accounts.map((account_id) => ({ token_hash: tokenHash, account_id }));
      await tx.insertInto("session_accounts").values(rows).execute();
    }
  });
  return sessionCookie.serialize(secret, session.remember ? rememberedFor : {});
}

/** Part of a request that names its session. */
export type Headed = Pick<Request, "headers">;

const addSession = compiled((control: ControlDb, session: Pick<SessionsTable, keyof SessionsTable>) =>
  control.insertInto("sessions").values(session),
);

/** Tells whether the request has a session cookie, valid or not: enough to label a link, and for nothing else. */
export const hasSessionCookie = (request: Headed) =>
  request.headers.get("Cookie")?.includes(`${sessionCookie.name}=`) ?? false;

/** Runs with every request of a signed-in user. */
const sessionOf = compiled((control: ControlDb, { tokenHash }: { tokenHash: string }) =>
  control
    .selectFrom("sessions as s")
    .innerJoin("accounts as a", "a.id", "s.account_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.account_id", "=", "s.account_id").onRef("m.club_code", "=", "s.club_code"),
    )
    .leftJoin("clubs as c", "c.code", "m.club_code")
    .leftJoin("clubs as chosen", "chosen.code", "s.club_code")
    .select((eb) => [
      "s.token_hash as tokenHash",
      "s.account_id as accountId",
      "s.remember",
      "s.seen_at as seenAt",
      "s.expires_at as expiresAt",
      "a.kind",
      "a.name",
      "a.email",
      "a.lite_since as liteSince",
      "a.terms_version as termsVersion",
      "a.terms_asked as termsAsked",
      "m.role as membership",
      "c.code as clubCode",
      "c.name as clubName",
      "c.status as clubStatus",
      "c.term_ends_at as termEndsAt",
      "c.state as clubState",
      "c.timezone",
      "c.color as clubColor",
      "c.logo as clubLogo",
      // Needed after the membership ended: the name of the club that the session was for.
      "chosen.name as chosenClub",
      eb
        .selectFrom("memberships as all")
        .select((count) => count.fn.countAll<number>().as("n"))
        .where((all) =>
          all.or([
            all("all.account_id", "=", all.ref("s.account_id")),
            all(
              "all.account_id",
              "in",
              all
                .selectFrom("session_accounts as also")
                .select("also.account_id")
                .whereRef("also.token_hash", "=", "s.token_hash"),
            ),
          ]),
        )
        .as("places"),
    ])
    .where("s.token_hash", "=", tokenHash)
    .where("a.merged_into", "is", null),
);

/** Loads the request's valid session, or null. Updates `seen_at` now and then. */
export async function readSession(control: ControlDb, request: Headed) {
  const tokenHash = await tokenHashOf(request);
  if (!tokenHash) return null;
  const [row] = await sessionOf(control, { tokenHash });
  if (!row) return null;

  const at = now();
  const idleMs = at.getTime() - Date.parse(row.seenAt);
  const endsInMs = Date.parse(row.expiresAt) - at.getTime();
  // A session that would outlive the maximum was started by a clock running ahead.
  const over =
    endsInMs < 0 ||
    endsInMs > LONGEST_MS + CLOCK_SLACK_MS ||
    (row.remember === 0 && idleMs > IDLE_HOURS * HOUR_MS);
  if (over) {
    await besideOthers(control).deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
    return null;
  }
  if (Math.abs(idleMs) > SEEN_EVERY_MS) {
    await besideOthers(control)
      .updateTable("sessions")
      .set({ seen_at: at.toISOString() })
      .where("token_hash", "=", tokenHash)
      .execute();
  }
  return row;
}

/** Ends the request's session. @returns the Set-Cookie header that clears the cookie. */
export async function endSession(control: ControlDb, request: Request): Promise<string> {
  const tokenHash = await tokenHashOf(request);
  if (tokenHash) await control.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
  return sessionCookie.serialize("", { maxAge: 0 });
}

/** Deletes ended sessions. Called by housekeeping. */
export async function clearEndedSessions(control: ControlDb): Promise<void> {
  const at = now();
  const idleSince = new Date(at.getTime() - IDLE_HOURS * HOUR_MS).toISOString();
  await control
    .deleteFrom("sessions")
    .where((eb) =>
      eb.or([eb("expires_at", "<", at.toISOString()), eb("remember", "=", 0).and("seen_at", "<", idleSince)]),
    )
    .execute();
}

async function tokenHashOf(request: Headed): Promise<string | null> {
  const secret: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && secret.length > 0 ? hashOf(secret) : null;
}

/** Loads the accounts that a session may act for: usually its one. */
export async function accountsOf(
  control: ControlDb,
  session: Pick<SessionRow, "tokenHash" | "accountId">,
): Promise<string[]> {
  const rows = await control
    .selectFrom("session_accounts")
    .select("account_id")
    .where("token_hash", "=", session.tokenHash)
    .execute();
  return rows.length > 0 ? rows.map(({ account_id }) => account_id) : [session.accountId];
}

/** Sets whom the session acts for, and where. The caller has checked that it may, and the membership. */
export async function choosePlace(
  control: ControlDb,
  tokenHash: string,
  place: { accountId: string; code: string },
): Promise<void> {
  await inTransaction(control, async (tx) => {
    await tx
      .updateTable("sessions")
      .set({ account_id: place.accountId, club_code: place.code })
      .where("token_hash", "=", tokenHash)
      .execute();
    await noteClubSignIn(tx, place, now());
    await auditSignIn(tx, place.accountId, place.code, now());
  });
}

/** @param code null where somebody with several places has still to choose */
const auditSignIn = (tx: ControlTx, id: string, code: string | null, at: Date): Promise<void> =>
  recordAudit(tx, {
    kind: "sign-in.done",
    actor: { kind: "account", id },
    ...(code ? { clubCode: code } : {}),
    at,
  });

import { brand } from "#app/config/brand.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { closeActing } from "#app/domain/control/acting/acting.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { mailSessionsEnded } from "#app/domain/control/sign-in/help-member.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/** Sessions on a page of their list. */
export const SESSIONS_SHOWN = 50;
/** Idle lifetime of a session that is not remembered (product/accounts.md#sessions). */
const IDLE_MS = { clubs: 12 * HOUR_MS, staff: HOUR_MS / 2 };

/** People whose sessions a list has: the clubs', or the platform's staff. */
export type SessionsOf = "clubs" | "staff";

/** A session that is open, as staff see it. Its secret and the secret's hash are in none of its fields. */
export interface AnySession {
  id: string;
  of: SessionsOf;
  /** Id of the account, or of the member of staff. */
  personId: string;
  name: string;
  role: string;
  clubCode: string | null;
  clubName: string | null;
  remembered: boolean;
  /** ISO-8601 UTC. */
  since: string;
  lastActive: string;
  endsAt: string;
  /** Address at the sign-in. */
  ip: string;
  userAgent: string;
}

export interface SessionFilter {
  /** Ids of the people to list; null for everybody. */
  people: readonly string[] | null;
  /** Club to list; null for all. */
  clubCode: string | null;
  /** Cursor: sessions last active before this one; null from the start. */
  before: { at: string; id: string } | null;
}

/** Loads the first sessions of a list, latest activity first, up to one more than {@link SESSIONS_SHOWN}. */
export async function listSessions(
  control: ControlDb,
  of: SessionsOf,
  { people, clubCode, before }: SessionFilter,
): Promise<AnySession[]> {
  if (people?.length === 0) return [];
  const at = now().toISOString();
  const idleSince = new Date(now().getTime() - IDLE_MS[of]).toISOString();
  if (of === "staff") {
    const rows = await staffSessions(control)
      .where("s.expires_at", ">", at)
      .where("s.seen_at", ">", idleSince)
      .$if(people !== null, (list) => list.where("s.admin_id", "in", people ?? []))
      .$if(before !== null, (list) =>
        list.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("s.seen_at", "s.id"), "<", tuple(before?.at ?? "", before?.id ?? "")),
        ),
      )
      .orderBy("s.seen_at", "desc")
      .orderBy("s.id", "desc")
      .limit(SESSIONS_SHOWN + 1)
      .execute();
    return rows.map(ofStaff);
  }
  const rows = await clubSessions(control)
    .where("s.expires_at", ">", at)
    .where((eb) => eb.or([eb("s.remember", ">", 0), eb("s.seen_at", ">", idleSince)]))
    .$if(people !== null, (list) => list.where("s.account_id", "in", people ?? []))
    .$if(clubCode !== null, (list) => list.where("s.club_code", "=", clubCode))
    .$if(before !== null, (list) =>
      list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("s.seen_at", "s.id"), "<", tuple(before?.at ?? "", before?.id ?? "")),
      ),
    )
    .orderBy("s.seen_at", "desc")
    .orderBy("s.id", "desc")
    .limit(SESSIONS_SHOWN + 1)
    .execute();
  return rows.map(ofClubs);
}

/** Loads one open session by its id; null where there is none any more. */
export async function anySession(control: ControlDb, id: string): Promise<AnySession | null> {
  const staff = await staffSessions(control).where("s.id", "=", id).executeTakeFirst();
  if (staff) return ofStaff(staff);
  const row = await clubSessions(control).where("s.id", "=", id).executeTakeFirst();
  return row ? ofClubs(row) : null;
}

/** Loads the ids of staff whose name or email has a text. They are few. */
export async function staffNamed(control: ControlDb, text: string): Promise<string[]> {
  const rows = await control
    .selectFrom("platform_admins")
    .select(["id", "first_name", "last_name", "email"])
    .where("removed_at", "is", null)
    .execute();
  const wanted = text.toLowerCase();
  return rows
    .filter((row) => `${row.first_name} ${row.last_name} ${row.email}`.toLowerCase().includes(wanted))
    .map(({ id }) => id);
}

/** Member of staff who ends a session, with the reason; colleagues see no reason. */
export interface Ender {
  id: string;
  firstName: string;
  lastName: string;
  reason: HelpReason;
}

/**
 * Ends one session at once, everywhere. Its club reads who did it and why, and its owner gets an email
 * (product/platform-staff.md#all-sessions). @returns whether it was still there
 */
export const terminateSession = (control: ControlDb, session: AnySession, by: Ender): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const table = session.of === "staff" ? "platform_sessions" : "sessions";
    const ended = await tx.deleteFrom(table).where("id", "=", session.id).executeTakeFirst();
    if (ended.numDeletedRows === 0n) return false;
    if (session.of === "staff") await closeActing(tx, now());
    await recordAudit(tx, {
      kind: "sign-in.ended-for",
      actor: { kind: "staff", id: by.id },
      subject: session.personId,
      ...(session.clubCode && session.of === "clubs" ? { clubCode: session.clubCode } : {}),
      detail: { reason: by.reason, sessions: 1 },
      at: now(),
    });
    await mailSessionsEnded(tx, await addressOf(tx, session), {
      by:
        session.of === "staff"
          ? `${by.firstName} ${by.lastName}`
          : `${by.firstName} of ${brand.name}’s support`,
      one: session,
      signIn: session.of === "staff" ? "/admin/login" : "/club/login",
      clubCode: session.of === "clubs" ? session.clubCode : null,
    });
    return true;
  });

/** Returns the address of a session's owner; a club's own account has the club's. */
async function addressOf(control: ControlDb, { of, personId }: AnySession): Promise<string | null> {
  if (of === "staff") {
    const row = await control
      .selectFrom("platform_admins")
      .select("email")
      .where("id", "=", personId)
      .executeTakeFirst();
    return row?.email ?? null;
  }
  const row = await control
    .selectFrom("accounts as a")
    .leftJoin("memberships as m", "m.account_id", "a.id")
    .leftJoin("clubs as c", "c.code", "m.club_code")
    .select(["a.kind", "a.email", "c.email as clubEmail"])
    .where("a.id", "=", personId)
    .executeTakeFirst();
  return (row?.kind === "club" ? row.clubEmail : row?.email) ?? null;
}

const clubSessions = (control: ControlDb) =>
  control
    .selectFrom("sessions as s")
    .innerJoin("accounts as a", "a.id", "s.account_id")
    .leftJoin("clubs as c", "c.code", "s.club_code")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.account_id", "=", "s.account_id").onRef("m.club_code", "=", "s.club_code"),
    )
    .select(["s.id", "s.account_id as personId", "s.created_at as since", "s.seen_at as lastActive", "s.ip"])
    .select(["s.user_agent as userAgent", "s.expires_at as endsAt", "s.remember", "a.name", "m.role"])
    .select(["s.club_code as clubCode", "c.name as clubName"])
    .where("s.id", "is not", null);

const staffSessions = (control: ControlDb) =>
  control
    .selectFrom("platform_sessions as s")
    .innerJoin("platform_admins as a", "a.id", "s.admin_id")
    .leftJoin("platform_acting as p", (join) =>
      join.onRef("p.token_hash", "=", "s.token_hash").on("p.ended_at", "is", null),
    )
    .leftJoin("clubs as c", "c.code", "p.club_code")
    .select(["s.id", "s.admin_id as personId", "s.created_at as since", "s.seen_at as lastActive", "s.ip"])
    .select(["s.user_agent as userAgent", "s.expires_at as endsAt"])
    .select(["a.first_name as firstName", "a.last_name as lastName", "a.role"])
    .select(["p.club_code as clubCode", "c.name as clubName"])
    .where("s.id", "is not", null);

type Row<Query extends { executeTakeFirstOrThrow: () => Promise<unknown> }> = Awaited<
  ReturnType<Query["executeTakeFirstOrThrow"]>
>;

const ofStaff = ({
  firstName,
  lastName,
  role,
  id,
  ...row
}: Row<ReturnType<typeof staffSessions>>): AnySession => ({
  ...row,
  id: id ?? "",
  of: "staff",
  name: `${firstName} ${lastName}`,
  role: platformRoleName[role],
  remembered: false,
});

const ofClubs = ({ role, remember, id, ...row }: Row<ReturnType<typeof clubSessions>>): AnySession => ({
  ...row,
  id: id ?? "",
  of: "clubs",
  role: role ? membershipLabels[role] : "No place chosen",
  remembered: remember > 0,
});

import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  type ClubMember,
  emailOfMember,
  signInNamesOf,
} from "#app/domain/control/accounts/club-members.server.ts";
import { endOwnSessions, type OwnSession } from "#app/domain/control/accounts/own-sessions.server.ts";
import { queueResetLinks } from "#app/domain/control/accounts/reset-password.server.ts";
import { endTokensOf } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { unlockSignIn } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import type { AuditEntry } from "#app/domain/values/audit/chain.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/**
 * Person who helps a member, for the audit log: staff of the platform with a reason, or an administrator of the club.
 */
export type Helper =
  | { kind: "staff"; id: string; reason: HelpReason }
  | { kind: "account"; id: string; reason?: undefined };

const entryOf = (by: Helper, member: ClubMember) => ({
  actor: { kind: by.kind, id: by.id } satisfies AuditEntry["actor"],
  subject: member.id,
  clubCode: member.clubCode,
  detail: (by.reason ? { reason: by.reason } : {}) as Record<string, string | number>,
  at: now(),
});

/**
 * Ends one session of a member, or all of them and the tokens of programs: an account has one sign-in for all its
 * clubs, so also those that are in another club now. They read it by email (product/platform-staff.md#sign-in-help).
 * @param by.name as the email has it: 'Robin of Goodside’s support'
 * @returns how many have ended
 */
export const endMemberSessions = (
  control: ControlDb,
  member: ClubMember,
  which: { id: string } | "all",
  by: Helper & { name: string },
): Promise<number> =>
  inTransaction(control, async (tx) => {
    const tokens = which === "all" ? await endTokensOf(tx, [member.id]) : 0;
    const sessions = await endOwnSessions(tx, [member.id], which === "all" ? { allBut: null } : which);
    const ended = sessions.length + tokens;
    if (ended === 0) return 0;
    const entry = entryOf(by, member);
    const detail = { ...entry.detail, sessions: ended };
    await recordAudit(tx, { kind: "sign-in.ended-for", ...entry, detail });
    await mailSessionsEnded(tx, emailOfMember(member), {
      by: by.name,
      one: which === "all" ? undefined : sessions[0],
      signIn: "/club/login",
    });
    return ended;
  });

/**
 * Mails the owner of sessions that another person ended them; a club's own account may have no address.
 * @param about.one the session, where it is one and not all
 */
export async function mailSessionsEnded(
  tx: ControlTx,
  to: string | null,
  about: {
    by: string;
    one: Pick<OwnSession, "userAgent" | "since"> | undefined;
    signIn: "/club/login" | "/admin/login";
    clubCode?: string | null;
  },
): Promise<void> {
  if (!to) return;
  const { by, one, signIn, clubCode } = about;
  const session = one
    ? { device: deviceName(one.userAgent), since: formatMoment(one.since, "UTC") }
    : { device: "", since: "" };
  const variables = { by, ...session, link: env().appUrl + signIn };
  await queueMail(tx, {
    ...{ key: `sessions-ended:${newId()}`, template: "sessions-ended", variables, to },
    ...(clubCode ? { clubCode } : {}),
  });
}

/** Unlocks a member's sign-in everywhere. @returns false if that was done too often in an hour */
export async function unlockMember(control: ControlDb, member: ClubMember, by: Helper): Promise<boolean> {
  if (!(await mayUse("sign-in-unlock", member.id))) return false;
  await inTransaction(control, (tx) => recordAudit(tx, { kind: "sign-in.unlocked", ...entryOf(by, member) }));
  await unlockSignIn(signInNamesOf(member));
  return true;
}

/**
 * Mails a member a link to choose a new password; only the member ever chooses it.
 * @returns false if that was done too often
 */
export async function mailMemberReset(control: ControlDb, member: ClubMember, by: Helper): Promise<boolean> {
  const email = emailOfMember(member);
  if (!(await mayUse("reset-mail", email))) return false;
  const ofClub = member.kind === "club";
  const account = {
    id: member.id,
    name: member.name,
    clubCode: ofClub ? member.clubCode : null,
    clubName: ofClub ? member.clubName : null,
  };
  await inTransaction(control, async (tx) => {
    await queueResetLinks(tx, email, [account]);
    await recordAudit(tx, { kind: "account.reset-sent", ...entryOf(by, member) });
  });
  return true;
}

import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { endActing } from "#app/domain/control/acting/acting.server.ts";
import {
  ACTING_MINUTES,
  actingFields,
  actingRole,
  referencePattern,
} from "#app/domain/control/acting/acting.ts";
import { mailAdministrators } from "#app/domain/control/administrators/administrators.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { clubAccess } from "#app/domain/control/clubs/club-access.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  type ActingReason,
  actingReasonLabels,
  actingReasons,
} from "#app/domain/values/audit/acting-reasons.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { oneOf, optionalLine, passwordText } from "#app/forms/fields.server.ts";
import { type PlatformRole, platformRoleName } from "#app/permissions/platform-roles.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { codeFields } from "./fields.ts";
import { proved } from "./second-factor.server.ts";

const REFERENCE_MAX = actingFields.reference.max;

export const startActingSchema = z.object({
  reason: oneOf(actingReasons, "Choose a reason"),
  reference: z
    .string()
    .trim()
    .max(REFERENCE_MAX, `Use at most ${REFERENCE_MAX} characters`)
    .regex(referencePattern, "Use letters, digits and hyphens, such as MSG-1042")
    .default(""),
  password: passwordText("Enter your password").max(1_000, "Use at most 1,000 characters"),
  code: optionalLine(codeFields.code),
  to: z.enum(["dashboard", "teams"]).catch("dashboard"),
});

interface Staff {
  id: string;
  email: string;
  firstName: string;
  role: PlatformRole;
  tokenHash: string;
}

type Started =
  | { ok: true }
  | { ok: false; problem: "wrong-code" | "wrong-password" | "locked" | "changed" | "closed" };

/**
 * Lets one of the staff act for a club for 30 minutes, once they prove to be the one who is signed in: a stolen session
 * must not open a club. The club reads it in its activity, and its administrators by email; what the person did
 * before for another club ends (product/support.md#acting-for-a-club).
 * @throws TooBusy
 */
export async function startActing(
  control: ControlDb,
  staff: Staff,
  asked: { clubCode: string } & z.output<typeof startActingSchema>,
): Promise<Started> {
  return proved(control, staff, asked, async (tx): Promise<Started> => {
    const session = await tx
      .selectFrom("platform_sessions")
      .select("token_hash")
      .where("token_hash", "=", staff.tokenHash)
      .executeTakeFirst();
    if (!session) return { ok: false, problem: "changed" };
    const at = now();
    const club = await findClub(tx, asked.clubCode);
    const access = club && clubAccess({ status: club.status, termEndsAt: club.term_ends_at }, at);
    if (!club || (access !== "open" && access !== "read-only")) return { ok: false, problem: "closed" };
    await endActing(tx, staff.id, at);
    const ends = new Date(at.getTime() + ACTING_MINUTES * MINUTE_MS);
    const row = {
      token_hash: staff.tokenHash,
      club_code: club.code,
      reason: asked.reason,
      reference: asked.reference,
      started_at: at.toISOString(),
      ends_at: ends.toISOString(),
      ended_at: null,
    };
    await tx
      .insertInto("platform_acting")
      .values({ admin_id: staff.id, ...row })
      .onConflict((conflict) => conflict.column("admin_id").doUpdateSet(row))
      .execute();
    await recordAudit(tx, {
      kind: "support.started",
      actor: { kind: "staff", id: staff.id },
      clubCode: club.code,
      detail: {
        reason: asked.reason,
        ...(asked.reference ? { reference: asked.reference } : {}),
        rights: actingRole(staff.role) === "support" ? "only-reads" : "may-change",
      },
      at,
    });
    await mailOfActing(tx, staff, { club, reason: asked.reason, ends });
    await enqueue(tx, { kind: "acting.end", payload: {}, runAt: ends });
    return { ok: true };
  });
}

/** Mails each of the club's administrators, each time that somebody begins. */
async function mailOfActing(
  tx: ControlTx,
  staff: Staff,
  about: { club: NonNullable<Awaited<ReturnType<typeof findClub>>>; reason: ActingReason; ends: Date },
): Promise<void> {
  const { club, reason, ends } = about;
  const variables = {
    club: club.name,
    staff: staff.firstName,
    role: platformRoleName[staff.role],
    change: actingRole(staff.role) === "support" ? ("reads" as const) : ("changes" as const),
    reason: actingReasonLabels[reason],
    until: formatMoment(ends.toISOString(), club.timezone),
    link: `${env().appUrl}/club/settings?tab=activity`,
  };
  await mailAdministrators(tx, club.code, {
    key: `acting:${newId()}`,
    template: "support-acting",
    variables,
  });
}

import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { mayUse, unlockAdminCodes } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { unlockSignIn } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { staffSignInName } from "#app/domain/values/sign-in-name.ts";
import { now } from "#app/runtime/clock.server.ts";
import { endAdminSessions } from "./admin-sessions.server.ts";

interface Colleague {
  id: string;
  email: string;
}

/** Ends one session of a colleague, or all. @returns how many have ended */
export const endColleagueSessions = (
  control: ControlDb,
  colleague: Colleague,
  which: { id: string } | "all",
  by: string,
): Promise<number> =>
  inTransaction(control, async (tx) => {
    const ended = await endAdminSessions(tx, colleague.id, which === "all" ? { allBut: null } : which);
    if (ended === 0) return 0;
    await recordAudit(tx, {
      kind: "sign-in.ended-for",
      actor: { kind: "staff", id: by },
      subject: colleague.id,
      detail: { sessions: ended },
      at: now(),
    });
    return ended;
  });

/** Unlocks a colleague's password and codes. @returns false if that was done too often in an hour */
export async function unlockColleague(
  control: ControlDb,
  colleague: Colleague,
  by: string,
): Promise<boolean> {
  if (!(await mayUse("sign-in-unlock", colleague.id))) return false;
  await inTransaction(control, (tx) =>
    recordAudit(tx, {
      kind: "sign-in.unlocked",
      actor: { kind: "staff", id: by },
      subject: colleague.id,
      at: now(),
    }),
  );
  await unlockSignIn([staffSignInName(colleague.email)]);
  await unlockAdminCodes(colleague.id);
  return true;
}

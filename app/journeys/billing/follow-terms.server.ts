import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import {
  dueRenewalNotice,
  READ_ONLY_DAYS,
  RENEWAL_REMINDER_DAYS,
} from "#app/domain/control/clubs/club-access.ts";
import { clubsEndingBetween, setClubStatus } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { sendTermNotice } from "./term-emails.server.ts";

const DAY = 86_400_000;
const AGES_AGO = new Date(0);

/**
 * Reminds clubs 30, 7 and 1 days before the end of their year, says when they can only be read and when they are
 * suspended, each once; and stores the suspension, so that boards hide the club (product.md#term).
 */
export async function followTerms({ control }: Pick<Platform, "control">): Promise<void> {
  const at = now();
  const days = (count: number) => new Date(at.getTime() + count * DAY);
  const [first] = RENEWAL_REMINDER_DAYS;
  for (const club of await clubsEndingBetween(control, days(-READ_ONLY_DAYS), days(first))) {
    const notice = dueRenewalNotice(club.term_ends_at, at);
    if (notice && !club.cancelled_at) await inTransaction(control, (tx) => sendTermNotice(tx, club, notice));
  }
  for (const club of await clubsEndingBetween(control, AGES_AGO, days(-READ_ONLY_DAYS))) {
    await inTransaction(control, async (tx) => {
      await setClubStatus(tx, club.code, "suspended");
      await recordAudit(tx, {
        kind: "club.status-changed",
        actor: { kind: "system", id: null },
        clubCode: club.code,
        detail: { status: "suspended" },
        at,
      });
      await enqueue(tx, {
        kind: "club.entries",
        payload: { clubCode: club.code },
        key: `club.entries:${club.code}:${at.toISOString()}`,
      });
      if (!club.cancelled_at) await sendTermNotice(tx, club, "suspended");
    });
  }
}

import {
  findSeasonMail,
  SEASON_MAILS_A_DAY,
  sendSeasonMail,
} from "#app/domain/club/seasons/season-mails.server.ts";
import { mayMailSeason, uncountSeasonMails } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/**
 * Sends a preview of a season's email to those whom it names, once (product/seasons.md#sending-a-season-to-the-board).
 * The day's limit counts each address before anything is sent; what is not sent does not count.
 */
export async function sendSeason(ctx: ClubContext, mailId: string, at: Date) {
  const found = await findSeasonMail(ctx.db, mailId);
  if (!found) return { ok: false, problem: "not-found" } as const;
  if (found.sentAt) return { ok: true, isNew: false, recipients: found.addresses.length } as const;
  const addressees = found.addresses.length;
  const uncount = (addresses: number) => uncountSeasonMails(ctx.club.code, SEASON_MAILS_A_DAY, addresses);
  if (!(await mayMailSeason(ctx.club.code, SEASON_MAILS_A_DAY, addressees))) {
    await uncount(addressees);
    return { ok: false, problem: "daily-limit" } as const;
  }
  const result = await changeClub(ctx, (tx) => sendSeasonMail(tx, mailId, at));
  const sent = result.ok && result.isNew ? result.recipients : 0;
  if (sent < addressees) await uncount(addressees - sent);
  return result;
}

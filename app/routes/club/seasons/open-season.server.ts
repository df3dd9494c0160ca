import { findOwnTemplate } from "#app/domain/club/seasons/own-templates.server.ts";
import { findSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { isOver } from "#app/domain/club/seasons/seasons.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Returns YYYY-MM-DD on the club's calendar. */
export const todayOf = ({ club }: Pick<ClubContext, "club">) => dateAt(now(), club.timezone);

/** Opens the season of an address. */
export const openSeason = (ctx: Pick<ClubContext, "db">, { seasonId = "" }: { seasonId?: string }) =>
  findSeason(ctx.db, seasonId);

/** Opens the season of an address once it is over. */
export async function openOverSeason(ctx: Pick<ClubContext, "db" | "club">, params: { seasonId?: string }) {
  const season = await openSeason(ctx, params);
  return season && isOver(season, todayOf(ctx)) ? season : undefined;
}

/** Opens the club's own template of an address. */
export const openTemplate = (ctx: Pick<ClubContext, "db">, { templateId = "" }: { templateId?: string }) =>
  findOwnTemplate(ctx.db, templateId);

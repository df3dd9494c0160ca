import type { Platform } from "#app/db/storage/platform.server.ts";
import { recalculateScores, recalculation } from "#app/domain/club/rating-policy/recalculate.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { outdatedEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { now } from "#app/runtime/clock.server.ts";

type Files = Pick<Platform, "control" | "clubs">;

/** Previews the recalculation of a club's scores and boards (product/support.md#support-tools). */
export const previewScores = ({ control, clubs }: Files, clubCode: string) =>
  clubs.use(clubCode, async (db) => {
    const outdated = await outdatedEntries({ control, db, clubCode });
    const { games, teams, version, changes } = await recalculation(db, outdated, now());
    return { rated: games, games: changes.length, teams, outdated, version };
  });

/** Does it, unless the club changed since the preview. @returns how many games and rows of the boards were wrong */
export const recalculateClub = (
  { control, clubs }: Files,
  clubCode: string,
  by: { adminId: string; reason: HelpReason; version: string },
) =>
  clubs.use(clubCode, async (db) => {
    const outdated = await outdatedEntries({ control, db, clubCode });
    return changeClub({ control, db, club: { code: clubCode } }, (tx) =>
      recalculateScores(tx, { version: by.version, outdated }, by, now()),
    );
  });

import {
  previewOfChange,
  type StartPreview,
  startAwarding,
} from "#app/domain/club/rewards/start-rewards.server.ts";
import { editSeason } from "#app/domain/club/seasons/seasons.server.ts";
import type { SeasonFields } from "#app/domain/club/seasons/seasons.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/** Rolls back the save if it would award something that no administrator has seen. */
class EarnsMore extends Error {
  override name = "EarnsMore";
  constructor(readonly preview: StartPreview) {
    super("This season earns rewards at once");
  }
}

/** Ties the administrator's answer to the preview that was shown. */
export const previewVersion = ({ teams, leftCents }: StartPreview): string => versionOf({ teams, leftCents });

/**
 * Saves a season. If past games then earn rewards, an administrator is asked first, and the answer saves the season and
 * awards them in one transaction (product/rewards.md#rewards).
 * @param form the version the form was filled from, and that of the preview that was answered, '' for none
 */
export async function saveSeason(
  ctx: ClubFileContext,
  id: string,
  wanted: SeasonFields,
  form: { version: string; seen: string },
) {
  try {
    return await changeClub(ctx, async (tx) => {
      const of = { seasonId: id };
      const { result, preview } = await previewOfChange(tx, of, () =>
        editSeason(tx, id, wanted, form.version),
      );
      if (!result.ok) return result;
      if (preview === null) return { ...result, started: null };
      if (previewVersion(preview) !== form.seen) throw new EarnsMore(preview);
      return { ...result, started: await startAwarding(tx, of) };
    });
  } catch (error) {
    if (error instanceof EarnsMore) return { ok: false, problem: "earns", preview: error.preview } as const;
    throw error;
  }
}

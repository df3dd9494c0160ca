import { currentRatings, toldGames } from "#app/domain/club/ratings/results.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { notify } from "./notify.server.ts";

/** A side of a game that was rated for the first time. */
export interface GivenRating {
  gameId: string;
  side: "coach" | "manager";
}

/** Tells the team's other side and the administrators of a side's first rating (product.md#notifications). */
export async function notifyOfRating(ctx: ClubFileContext, { gameId, side }: GivenRating): Promise<void> {
  const at = now();
  const game = (await toldGames(ctx.db, [gameId], at)).get(gameId);
  const rating = (await currentRatings(ctx.db, [gameId])).find((current) => current.side === side);
  if (!game || !rating) return;
  await notify(
    ctx,
    {
      kind: "rating-submissions",
      key: `${gameId}:${side}`,
      teamId: game.teamId,
      to: {
        administrators: true,
        staff: [side === "coach" ? "manager" : "coach"],
        except: [rating.givenBy],
      },
      content: { about: "rating", gameId, side },
    },
    at,
  );
}

import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findEarned, undoAwarded } from "#app/domain/club/rewards/earned.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";

/** Undoes 'Mark as Awarded'; the button is on the reward's page. */
const form = clubForm({
  may: "rewards.manage",
  find: (ctx, { earnedId = "" }) => findEarned(ctx.db, earnedId),
  change: ({ ctx, found }) => changeClub(ctx, (tx) => undoAwarded(tx, found.id)),
  saved: ({ earned }) => [
    href("/rewards/earned/:earnedId", { earnedId: earned.id }),
    earned.gameId === null
      ? `${earned.title} is taken back.`
      : `${earned.title} waits to be handed over again.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  throw redirect(href("/rewards/earned/:earnedId", { earnedId: found.id }));
});

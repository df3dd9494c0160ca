import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findEarned, markAwarded } from "#app/domain/club/rewards/earned.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { OVER_BUDGET } from "./open-rewards.server.ts";

/** Marks a reward as awarded; the button is on the list and on the reward's page. */
const form = clubForm({
  may: "rewards.manage",
  find: (ctx, { earnedId = "" }) => findEarned(ctx.db, earnedId),
  change: ({ ctx, found }) => changeClub(ctx, (tx) => markAwarded(tx, found.id, ctx.user)),
  problems: (refused, { found }) => [
    href("/rewards/earned/:earnedId", { earnedId: found.id }),
    refused.problem === "over-budget"
      ? OVER_BUDGET(refused.leftCents)
      : "This reward was taken back meanwhile: it is not earned any more.",
    "bad",
  ],
  saved: ({ earned }) => ["/rewards?tab=earned", `${earned.title} is awarded to ${earned.teamName}.`],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  throw redirect(href("/rewards/earned/:earnedId", { earnedId: found.id }));
});

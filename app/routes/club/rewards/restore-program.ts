import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { restoreProgram } from "#app/domain/club/rewards/programs.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { openProgram } from "./open-rewards.server.ts";

/** Takes a program out of the archive; the button is below the others. */
const form = clubForm({
  may: "rewards.manage",
  find: openProgram,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => restoreProgram(tx, found.id)),
  saved: ({ name }) => ["/rewards", `${name} is back, and stopped. Start it when you like.`],
});
export const action = form.action;
export const loader = form.loader(() => {
  throw redirect("/rewards");
});

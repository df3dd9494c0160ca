import { redirect } from "@remix-run/node";
import { clubOrSupportForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { restoreSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { openSeason } from "./open-season.server.ts";

/** Takes a season out of the archive; the button is on its page. */
const form = clubOrSupportForm({
  may: "seasons.manage",
  find: openSeason,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => restoreSeason(tx, found.id)),
  saved: ({ name }, { found }) => [
    href("/seasons/:seasonId", { seasonId: found.id }),
    `${name} is back in the list of seasons.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  throw redirect(href("/seasons/:seasonId", { seasonId: found.id }));
});

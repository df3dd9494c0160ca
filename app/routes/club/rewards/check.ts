import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { settleRewards } from "#app/domain/club/rewards/settle-rewards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";

/** Checks for earned rewards ('Check Now'), including rewards that are not checked automatically. */
const form = clubForm({
  may: "rewards.manage",
  change: ({ ctx }) => changeClub(ctx, (tx) => settleRewards(tx, "check")),
  saved: ({ earned, takenBack }) => {
    const back = takenBack > 0 ? ` ${pluralize(takenBack, "reward")} taken back.` : "";
    return earned === 0
      ? ["/rewards", `No new rewards earned at this time. Keep up the great behavior!${back}`]
      : ["/rewards?tab=earned", `${pluralize(earned, "new reward")} earned.${back}`];
  },
});
export const action = form.action;
export const loader = form.loader(() => {
  throw redirect("/rewards");
});

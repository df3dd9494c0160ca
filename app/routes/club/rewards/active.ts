import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { activeSchema } from "#app/domain/club/rewards/forms.server.ts";
import { setProgramActive } from "#app/domain/club/rewards/programs.server.ts";
import { changeWithPreview } from "#app/domain/club/rewards/start-rewards.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { openProgram } from "./open-rewards.server.ts";

/** Starts or stops a program; the button is on its card. */
const form = clubForm({
  may: "rewards.manage",
  schema: activeSchema,
  find: openProgram,
  change: ({ ctx, found, value }) =>
    changeClub(ctx, async (tx) => {
      const { result, asks } = await changeWithPreview(tx, { programId: found.id }, () =>
        setProgramActive(tx, found.id, value.active === "yes"),
      );
      return result.ok ? { ...result, asks } : result;
    }),
  saved: ({ name, asks }, { value, found }) =>
    asks
      ? href("/rewards/programs/:programId/start", { programId: found.id })
      : [
          "/rewards",
          value.active === "yes" ? `${name} is running.` : `${name} is stopped. What was earned stays.`,
        ],
});
export const action = form.action;
export const loader = form.loader(() => {
  throw redirect("/rewards");
});

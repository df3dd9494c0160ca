import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findCertificate, mailCertificate } from "#app/domain/club/rewards/certificates.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { certificateReach } from "#app/journeys/club-events/certificate.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { untrueLabel } from "#app/routes/club/printables/answer-certificates.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { mailedLabel } from "./open-rewards.server.ts";

const pageOf = (earnedId: string) => href("/rewards/earned/:earnedId", { earnedId });

/** Emails a certificate to the team; the button is on the reward's page. */
const form = clubForm({
  may: "rewards.manage",
  find: ({ db }, { earnedId = "" }) => findCertificate(db, earnedId, now()),
  change: async ({ ctx, found }) => {
    const people = await certificateReach(ctx, found);
    if (people === 0) return { ok: false, problem: "nobody" } as const;
    const result = await changeClub(ctx, (tx) => mailCertificate(tx, found.id, now()));
    return result.ok ? { ...result, people } : result;
  },
  problems: async (refused, { ctx, found }) => {
    switch (refused.problem) {
      case "nobody":
        return [
          pageOf(found.id),
          `No manager or coach of ${found.teamName} gets emails about rewards.`,
          "bad",
        ];
      case "not-awarded":
        return [pageOf(found.id), "Only a reward that was awarded to the team can be emailed.", "bad"];
      case "untrue":
        return [pageOf(found.id), `Not emailed: ${untrueLabel(found, ctx.club.timezone)}.`, "bad"];
      case "mailed":
        return [
          pageOf(found.id),
          `Already emailed to ${found.teamName}: ${await mailedLabel(ctx, refused)}.`,
        ];
    }
  },
  saved: ({ people }, { found }) => [
    pageOf(found.id),
    `Certificate emailed to ${pluralize(people, "coach or manager", "coaches and managers")} of ${found.teamName}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  throw redirect(pageOf(found.id));
});

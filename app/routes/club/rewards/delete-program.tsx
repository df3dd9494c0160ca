import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { dollars } from "#app/domain/club/rewards/labels.ts";
import { programHasHistory, removeProgram } from "#app/domain/club/rewards/programs.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openProgram } from "./open-rewards.server.ts";

export const meta = () => title("Delete Program");

const form = clubForm({
  may: "rewards.manage",
  find: openProgram,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => removeProgram(tx, found.id)),
  saved: ({ name, archived }) => ["/rewards", `${name} is ${archived ? "archived" : "deleted"}.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  if (found.archivedAt !== null) throw redirect("/rewards");
  return {
    name: found.name,
    archives: await programHasHistory(ctx.db, found.id),
    rewards: pluralize(found.rewards, "reward"),
    given: found.given,
    spent: dollars(found.spentCents),
    pending: found.pending,
  };
});

export default function DeleteProgram() {
  const { name, archives, rewards, given, spent, pending } = useLoaderData<typeof loader>();
  const verb = archives ? "Archive" : "Delete";
  return (
    <ConfirmPage
      title={`${verb} ${name}?`}
      crumbs={[{ label: "Rewards", href: "/rewards" }, { label: `${verb} Program` }]}
      submit={`${verb} Program`}
      look={archives ? "primary" : "danger"}
      back="/rewards"
      keep="Keep Program"
    >
      {archives ? (
        <ul>
          <li>
            Teams have earned from it ({pluralize(given, "reward")} awarded, {spent}), so it is archived and
            not deleted. You can bring it back at any time.
          </li>
          <li>Nothing new is earned from it.</li>
          {pending > 0 ? (
            <li>{pluralize(pending, "reward")} can still be handed over, under Earned.</li>
          ) : null}
        </ul>
      ) : (
        <p>Nobody has earned anything from it. It is deleted with its {rewards}; this cannot be undone.</p>
      )}
    </ConfirmPage>
  );
}

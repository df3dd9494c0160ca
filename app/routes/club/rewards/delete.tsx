import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { removeReward, rewardHasHistory } from "#app/domain/club/rewards/rewards.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openReward } from "./open-rewards.server.ts";

export const meta = () => title("Delete Reward");

const form = clubForm({
  may: "rewards.manage",
  find: openReward,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => removeReward(tx, found.id)),
  saved: (result, { found }) => [
    "/rewards?tab=rewards",
    `${found.title} is ${result.archived ? "archived" : "deleted"}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => ({
  id: found.id,
  name: found.title,
  archives: await rewardHasHistory(ctx.db, found.id),
}));

export default function DeleteReward() {
  const { id, name, archives } = useLoaderData<typeof loader>();
  const verb = archives ? "Archive" : "Delete";
  const back = href("/rewards/:rewardId/edit", { rewardId: id });
  return (
    <ConfirmPage
      title={`${verb} ${name}?`}
      crumbs={[
        { label: "Rewards", href: "/rewards" },
        { label: name, href: back },
        { label: `${verb} Reward` },
      ]}
      submit={`${verb} Reward`}
      look={archives ? "primary" : "danger"}
      back={back}
      keep="Keep Reward"
    >
      <p>
        {archives
          ? "Teams have earned it, so it is archived and not deleted: nothing new is earned, and what was earned stays. Saving it again brings it back."
          : "Nobody has earned it. It is deleted; this cannot be undone."}
      </p>
    </ConfirmPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { startAwarding } from "#app/domain/club/rewards/start-rewards.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { title } from "#app/ui/title.ts";
import { openReward } from "./open-rewards.server.ts";
import { ofRewards, StartPage } from "./start-page.tsx";
import { startedLabel, viewStart } from "./start-preview.server.ts";

export const meta = () => title("Start a Reward");

const form = clubForm({
  may: "rewards.manage",
  find: openReward,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => startAwarding(tx, { rewardId: found.id })),
  saved: (started, { found }) => ["/rewards?tab=earned", startedLabel(found.title, started)],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => ({
  name: found.title,
  view: await viewStart(ctx, { rewardId: found.id }),
}));

export default function StartReward() {
  const { name, view } = useLoaderData<typeof loader>();
  return <StartPage {...ofRewards} title={`Start ${name}?`} view={view} keep="Leave it paused" />;
}

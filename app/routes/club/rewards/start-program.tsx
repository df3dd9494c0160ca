import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { startAwarding } from "#app/domain/club/rewards/start-rewards.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { title } from "#app/ui/title.ts";
import { openProgram } from "./open-rewards.server.ts";
import { ofRewards, StartPage } from "./start-page.tsx";
import { startedLabel, viewStart } from "./start-preview.server.ts";

export const meta = () => title("Start a Program");

const form = clubForm({
  may: "rewards.manage",
  find: openProgram,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => startAwarding(tx, { programId: found.id })),
  saved: (started, { found }) => ["/rewards?tab=earned", startedLabel(found.name, started)],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => ({
  name: found.name,
  view: await viewStart(ctx, { programId: found.id }),
}));

export default function StartProgram() {
  const { name, view } = useLoaderData<typeof loader>();
  return <StartPage {...ofRewards} title={`Start ${name}?`} view={view} keep="Leave it stopped" />;
}

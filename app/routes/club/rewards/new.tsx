import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { rewardOfForm, rewardSchema } from "#app/domain/club/rewards/forms.server.ts";
import { rewardProblems, rewardTypeName } from "#app/domain/club/rewards/labels.ts";
import { createReward } from "#app/domain/club/rewards/rewards.server.ts";
import {
  MILESTONE_AVERAGE,
  MILESTONE_GAMES,
  type RewardFields,
  rewardTemplates,
  rewardTypes,
  usualCriteria,
} from "#app/domain/club/rewards/rewards.ts";
import { rewardsToSettle } from "#app/domain/club/rewards/settle-rewards.server.ts";
import { changeWithPreview } from "#app/domain/club/rewards/start-rewards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { programChoices } from "./open-rewards.server.ts";
import { RewardForm, typeLead } from "./reward-form.tsx";

export const meta = () => title("Create Custom Reward");

const form = clubForm({
  may: "rewards.manage",
  schema: rewardSchema,
  keeps: { title: "Title", description: "Description" },
  change: ({ ctx, value }) =>
    changeClub(ctx, async (tx) => {
      const { result, asks } = await changeWithPreview(tx, { rewardId: value.key }, () =>
        createReward(tx, value.programId, rewardOfForm(value), value.key),
      );
      if (!result.ok) return result;
      const found = asks ? 0 : (await rewardsToSettle(tx, "check", now())).changes;
      return { ...result, asks, found };
    }),
  problems: rewardProblems,
  saved: ({ id, asks, found }, { value }) =>
    asks
      ? [href("/rewards/:rewardId/start", { rewardId: id }), `${value.title} is created, and paused.`]
      : [
          "/rewards?tab=rewards",
          found === 0 || value.autoTrigger
            ? `${value.title} is created.`
            : `${value.title} is created. Results so far earn it: ‘Check Now’ finds ${pluralize(found, "reward")}.`,
        ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams;
  const template = rewardTemplates.find(({ id }) => id === query.get("template"));
  const type = template?.type ?? rewardTypes.find((name) => name === query.get("type")) ?? "custom";
  const ofMean = type === "milestone" || type === "season_end";
  const reward: RewardFields = {
    ...{ title: "", description: "", valueCents: 0, color: "gold" },
    ...usualCriteria,
    ...(ofMean ? { scoreThreshold: MILESTONE_AVERAGE, gameCount: MILESTONE_GAMES } : {}),
    ...template,
    type,
    ...{ isPaused: false, autoTrigger: type !== "custom", notificationEnabled: true },
  };
  const programs = await programChoices(ctx);
  const asked = query.get("program") ?? "";
  const programId = programs.some(({ value }) => value === asked) ? asked : "";
  return { reward, programs, programId, asked: template ? template.title : null, key: newId() };
});

export default function NewReward() {
  const { reward, programs, programId, asked, key } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Create Custom Reward"
      lead={asked ? `From the template ${asked}: change what differs.` : typeLead(reward.type)}
      crumbs={[{ label: "Rewards", href: "/rewards" }]}
    >
      {programs.length === 0 ? (
        <Empty
          title="Create a program first"
          action={
            <ButtonLink href="/rewards/programs/new" look="primary">
              Create New Program
            </ButtonLink>
          }
        >
          <p>A reward belongs to a program, whose budget it can never pass.</p>
        </Empty>
      ) : (
        <>
          {asked ? null : (
            <Segments
              label="What earns it?"
              links={rewardTypes.map((type) => ({
                key: type,
                href: href("/rewards/new", { type, ...(programId ? { program: programId } : {}) }),
                label: rewardTypeName[type],
                current: type === reward.type,
              }))}
            />
          )}
          <RewardForm
            reward={reward}
            isNew={{ key, programId, programs }}
            submit="Create Reward"
            back="/rewards?tab=rewards"
          />
        </>
      )}
    </ClubPage>
  );
}

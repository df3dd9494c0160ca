import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { rewardFields } from "#app/domain/club/rewards/fields.ts";
import { rewardOfForm, rewardSchema } from "#app/domain/club/rewards/forms.server.ts";
import { rewardProblems } from "#app/domain/club/rewards/labels.ts";
import { editReward, type Reward, rewardVersion } from "#app/domain/club/rewards/rewards.server.ts";
import type { RewardFields } from "#app/domain/club/rewards/rewards.ts";
import { changeWithPreview } from "#app/domain/club/rewards/start-rewards.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openReward } from "./open-rewards.server.ts";
import { RewardForm, typeLead } from "./reward-form.tsx";

export const meta = () => title("Edit Reward");

const stale = versionBy<RewardFields, Reward>(rewardVersion, rewardFields);

const form = clubForm({
  may: "rewards.manage",
  schema: rewardSchema,
  find: openReward,
  change: ({ ctx, found, value }) =>
    changeClub(ctx, async (tx) => {
      const { result, asks } = await changeWithPreview(tx, { rewardId: found.id }, () =>
        // The rule stays: another rule is another reward.
        editReward(tx, found.id, rewardOfForm({ ...value, type: found.type }), value.version),
      );
      return result.ok ? { ...result, asks } : result;
    }),
  version: (stored: Reward, value) => stale(stored, rewardOfForm({ ...value, type: stored.type })),
  problems: rewardProblems,
  saved: ({ asks }, { value, found }) =>
    asks
      ? [href("/rewards/:rewardId/start", { rewardId: found.id }), `${value.title} is saved, and paused.`]
      : ["/rewards?tab=rewards", `${value.title} is saved.`],
});
export const action = form.action;
export const loader = form.loader(({ found }) => ({ reward: found, version: rewardVersion(found) }));

export default function EditReward() {
  const { reward, version } = useLoaderData<typeof loader>();
  const of = { rewardId: reward.id };
  return (
    <ClubPage
      title={reward.title}
      lead={`${reward.programName}. ${typeLead(reward.type)} What was earned keeps its value.`}
      crumbs={[
        { label: "Rewards", href: "/rewards" },
        { label: "All rewards", href: "/rewards?tab=rewards" },
      ]}
      actions={
        <>
          {reward.isPaused ? (
            <ButtonLink href={href("/rewards/:rewardId/start", of)}>Start</ButtonLink>
          ) : null}
          <ButtonLink href={href("/rewards/:rewardId/give", of)}>Give It by Hand</ButtonLink>
          <ButtonLink href={href("/rewards/:rewardId/delete", of)} look="quiet">
            Delete
          </ButtonLink>
        </>
      }
    >
      <RewardForm reward={reward} version={version} submit="Save Reward" back="/rewards?tab=rewards" />
    </ClubPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { giveReward, teamsOfProgram } from "#app/domain/club/rewards/earned.server.ts";
import { giftFields } from "#app/domain/club/rewards/fields.ts";
import { giftSchema } from "#app/domain/club/rewards/forms.server.ts";
import { dollars } from "#app/domain/club/rewards/labels.ts";
import { findProgram } from "#app/domain/club/rewards/programs.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { OVER_BUDGET, openReward } from "./open-rewards.server.ts";

export const meta = () => title("Give a Reward");

const inputs = inputsOf(giftFields);

const form = clubForm({
  may: "rewards.manage",
  schema: giftSchema,
  keeps: { recipient: "Who gets it?", why: "For what?" },
  find: openReward,
  change: ({ ctx, found, value }) => changeClub(ctx, (tx) => giveReward(tx, found.id, value, ctx.user)),
  problems: (refused) => {
    switch (refused.problem) {
      case "no-team":
        return { teamId: "This team takes no part in the program. Choose another." };
      case "rests":
        return "The reward or its program rests. Start it again first.";
      case "over-budget":
        return OVER_BUDGET(refused.leftCents);
    }
  },
  saved: ({ id }, { found }) => [
    href("/rewards/earned/:earnedId", { earnedId: id }),
    `${found.title} is awarded.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  const [teams, program] = await Promise.all([
    teamsOfProgram(ctx.db, found.programId),
    findProgram(ctx.db, found.programId),
  ]);
  return {
    id: found.id,
    name: found.title,
    value: dollars(found.valueCents),
    left: dollars((program?.budgetCents ?? 0) - (program?.spentCents ?? 0)),
    individual: program?.type === "individual",
    teams: teams.map(({ id, name, ageGroup }) => ({ value: id, label: `${name}, ${ageGroup}` })),
    key: newId(),
  };
});

export default function GiveReward() {
  const { id, name, value, left, individual, teams, key } = useLoaderData<typeof loader>();
  const back = href("/rewards/:rewardId/edit", { rewardId: id });
  return (
    <ClubPage
      title={`Give ${name}`}
      lead={`It costs ${value}; the program has ${left} left. It is awarded at once.`}
      crumbs={[
        { label: "Rewards", href: "/rewards" },
        { label: name, href: back },
      ]}
    >
      <PostForm>
        <Hidden name="key" value={key} />
        <SelectField {...inputs.teamId} empty="Choose a team" choices={teams} />
        <TextField
          {...inputs.recipient}
          hint={
            individual
              ? "The adult whom you thank. Never a child's name"
              : "Only if it goes to one adult. Never a child's name"
          }
          width="medium"
        />
        <TextField {...inputs.why} hint="For example calmed the whole sideline down on Saturday" />
        <FormButtons submit="Award It" back={back} />
      </PostForm>
    </ClubPage>
  );
}

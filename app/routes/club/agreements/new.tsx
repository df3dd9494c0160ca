import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { newContactSchema } from "#app/domain/club/contacts/contacts.server.ts";
import { newContactFields } from "#app/domain/club/contacts/fields.ts";
import { addParent } from "#app/domain/club/registrations/add-parent.server.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ParentsNav } from "./parents-nav.tsx";
import { teamOfForm, teamsToChoose } from "./team-choice.server.ts";

export const meta = () => title("Add a Parent");

const inputs = inputsOf(newContactFields);
const form = clubForm({
  may: "agreements.send",
  schema: newContactSchema,
  change: async ({ ctx, value: { name, email, child, team: chosen } }) => {
    const team = await teamOfForm(ctx, chosen);
    if (!team.ok) return { ok: false, problem: "team", why: team.problem } as const;
    const added = { name, email, child: { name: child, teamId: team.id, ageGroup: team.ageGroup } };
    const about = { scope: managedTeams(ctx.user), by: ctx.user.name, at: nowIso() };
    const result = await changeClub(ctx, (tx) => addParent(tx, added, about));
    return result.ok
      ? result
      : ({ ok: false, problem: "email", why: "This parent and child are on your list already" } as const);
  },
  problems: ({ problem, why }) => ({ [problem]: why }),
  saved: ({ added }, { value: { name, email, child } }) => [
    href("/agreements", { q: email }),
    {
      parent: `${name} is added.`,
      child: `${child} is added to the parent with this address.`,
      waits: `A parent outside your teams has this address, so ${child} waits until an administrator of your club agrees.`,
    }[added],
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => ({ choices: (await teamsToChoose(ctx)).choices }));

export default function NewParent() {
  const { choices } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Add a Parent"
      lead="One parent at a time. The agreement is sent when you say so."
      crumbs={[{ label: "Parents", href: "/agreements" }, { label: "Add a Parent" }]}
    >
      <ParentsNav />
      <PostForm>
        <TextField {...inputs.name} autoComplete="off" />
        <TextField {...inputs.email} type="email" autoComplete="off" />
        <TextField
          {...inputs.child}
          autoComplete="off"
          hint="For another child, add the same parent again."
        />
        <SelectField name="team" label="Team" required empty="Choose a team" choices={choices} />
        <Buttons>
          <SubmitButton>Add Parent</SubmitButton>
          <ButtonLink href={href("/agreements")} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { addContacts } from "#app/domain/club/contacts/add-contacts.server.ts";
import { newContactSchema } from "#app/domain/club/contacts/contact-forms.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { teamOfForm, teamsToChoose } from "./team-choice.server.ts";

export const meta = () => title("Add a Parent");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { choices } = await teamsToChoose(ctx);
  return json({ choices });
}

/** Adds one parent with a child; who is known by the address gets the child (product.md#contacts). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const reading = await readForm(args.request, newContactSchema);
  if (!reading.ok) return reading.answer;
  const { name, email, child } = reading.value;
  const team = await teamOfForm(ctx, reading.value.team);
  if (!team.ok) return reading.refuse({ team: team.problem });
  const children = [{ name: child, teamId: team.id, ageGroup: team.ageGroup }];
  const about = { source: "manual" as const, by: ctx.user.name, at: nowIso() };
  const added = await changeClub(ctx, (tx) => addContacts(tx, [{ name, email, children }], about));
  if (added.contacts === 0 && added.children === 0)
    return reading.refuse({ email: "This parent and child are on your list already" });
  return redirectWith(
    href("/agreements", { q: email }),
    added.contacts === 0 ? `${child} is added to the parent with this address.` : `${name} is added.`,
  );
}

export default function NewParent() {
  const { choices } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Add a Parent"
      lead="One parent at a time. The agreement is sent when you say so."
      crumbs={[{ label: "Agreements", href: "/agreements" }, { label: "Add a Parent" }]}
    >
      <PostForm>
        <TextField name="name" label="Parent's name" autoComplete="off" maxLength={120} required />
        <TextField name="email" label="Email" type="email" autoComplete="off" maxLength={254} required />
        <TextField
          name="child"
          label="Child's name or initials"
          autoComplete="off"
          maxLength={80}
          required
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

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import {
  addChild,
  childSchema,
  removeChild,
  removeChildSchema,
} from "#app/domain/club/contacts/contacts.server.ts";
import { childFields } from "#app/domain/club/contacts/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";
import { teamOfForm, teamsToChoose } from "./team-choice.server.ts";

export const meta = () => title("Children");

const inputs = inputsOf(childFields);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact, children } = await openManagedAgreement(ctx, args.params.agreementId);
  const { choices } = await teamsToChoose(ctx);
  return json({
    id,
    label: parentLabel({ parentName: contact.name, email: contact.email }),
    children,
    choices,
  });
}

/** Adds a child to a parent, or removes one (product.md#contacts). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact, children } = await openManagedAgreement(ctx, args.params.agreementId);
  const here = href("/agreements/:agreementId/children", { agreementId: id });
  const posted = await postedForm(args.request);
  const removal = readFields(posted, removeChildSchema);
  if (removal.ok) {
    const { childId } = removal.value;
    const child = children.find((known) => known.id === childId);
    if (child) await changeClub(ctx, (tx) => removeChild(tx, contact.id, childId));
    return redirectWith(here, child ? `${child.name} is removed.` : "This child was removed before.");
  }
  const reading = readFields(posted, childSchema);
  if (!reading.ok) return reading.answer;
  const { child: name } = reading.value;
  const team = await teamOfForm(ctx, reading.value.team);
  if (!team.ok) return reading.refuse({ team: team.problem });
  const child = { name, teamId: team.id, ageGroup: team.ageGroup };
  const added = await changeClub(ctx, (tx) => addChild(tx, contact.id, child, nowIso()));
  if (!added) return reading.refuse({ child: `${name} is on this list already` });
  return redirectWith(here, `${name} is added.`);
}

export default function Children() {
  const { id, label, children, choices } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return (
    <ClubPage
      title={`Children of ${label}`}
      crumbs={[{ label: "Agreements", href: "/agreements" }, { label, href: back }, { label: "Children" }]}
    >
      {children.length > 0 ? (
        <DataTable
          caption="Children"
          columns={[{ name: "Child" }, { name: "Team" }, { name: "Remove" }]}
          rows={children.map((child) => ({
            key: child.id,
            cells: [
              child.name,
              child.teamName ?? "No team",
              <ButtonForm key="remove">
                <Hidden name="childId" value={child.id} />
                <SubmitButton look="secondary">
                  Remove <span className="visually-hidden">{child.name}</span>
                </SubmitButton>
              </ButtonForm>,
            ],
          }))}
        />
      ) : null}
      <section>
        <h2>Add a child</h2>
        <PostForm>
          <TextField {...inputs.child} autoComplete="off" />
          <SelectField name="team" label="Team" required empty="Choose a team" choices={choices} />
          <Buttons>
            <SubmitButton>Add Child</SubmitButton>
            <ButtonLink href={back} look="quiet">
              Back to the Agreement
            </ButtonLink>
          </Buttons>
        </PostForm>
      </section>
    </ClubPage>
  );
}

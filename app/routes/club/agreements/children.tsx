import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { addChildByHand, childSchema } from "#app/domain/club/contacts/contacts.server.ts";
import { childFields } from "#app/domain/club/contacts/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";
import { teamOfForm, teamsToChoose } from "./team-choice.server.ts";

export const meta = () => title("Children");

const inputs = inputsOf(childFields);

/** Adds a child to a parent; removing one has a page of its own that asks first (product/parents.md#contacts). */
const form = clubForm({
  may: "agreements.send",
  schema: childSchema,
  find: (ctx, { agreementId }) => openManagedAgreement(ctx, agreementId),
  change: async ({ ctx, found: { id, contact }, value: { child: name, team: chosen } }) => {
    const team = await teamOfForm(ctx, chosen);
    if (!team.ok) return { ok: false, problem: "team", why: team.problem } as const;
    const child = { name, teamId: team.id, ageGroup: team.ageGroup };
    const about = { agreementId: id, by: ctx.user.name, at: nowIso() };
    const added = await changeClub(ctx, (tx) => addChildByHand(tx, contact.id, child, about));
    return added
      ? ({ ok: true } as const)
      : ({ ok: false, problem: "child", why: `${name} is on this list already` } as const);
  },
  problems: ({ problem, why }) => ({ [problem]: why }),
  saved: (_, { found, value }) => [
    href("/agreements/:agreementId/children", { agreementId: found.id }),
    `${value.child} is added.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: { id, contact, children } }) => ({
  id,
  label: parentLabel({ parentName: contact.name, email: contact.email }),
  children,
  choices: (await teamsToChoose(ctx)).choices,
}));

export default function Children() {
  const { id, label, children, choices } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return (
    <ClubPage
      title={`Children of ${label}`}
      crumbs={[{ label: "Parents", href: "/agreements" }, { label, href: back }, { label: "Children" }]}
    >
      {children.length > 0 ? (
        <RowTable
          caption="Children"
          columns={[
            { name: "Child", place: "name" },
            { name: "Remove", place: "state" },
            { name: "Team", place: "line" },
          ]}
          rows={children.map((child) => ({
            key: child.id,
            cells: [
              child.name,
              <ButtonLink
                key="remove"
                href={href("/agreements/:agreementId/children/:childId/remove", {
                  agreementId: id,
                  childId: child.id,
                })}
              >
                Remove <span className="visually-hidden">{child.name}</span>
              </ButtonLink>,
              child.teamName ?? "No team",
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

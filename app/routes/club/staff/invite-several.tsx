import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { href } from "#app/config/addresses.ts";
import { invitationFields } from "#app/domain/club/staff/fields.ts";
import { inviteListSchema } from "#app/domain/club/staff/forms.server.ts";
import { type InvitedRole, MOST_INVITED } from "#app/domain/club/staff/invitation-list.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { INVITATION_DAYS } from "#app/domain/club/staff/staff.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Choice, RadioField, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { actOnList, invitableTeams } from "./invite-several.server.ts";

const TITLE = "Invite Managers and Coaches";

export const meta = () => title(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const [{ choices }, kept] = await Promise.all([invitableTeams(ctx), keptReply(ctx, args.request)]);
  return { teams: choices, kept };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite", { keeps: inviteListSchema });
  const result = await actOnList(ctx, args.request);
  if (!result.ok) return result.answer;
  await forgetKept(ctx, args.request);
  return redirectWith(href("/teams"), result.summary);
}

export default function InviteSeveral() {
  const { teams } = useLoaderData<typeof loader>();
  const reply = useReply();
  const people = listedIn(reply);
  return (
    <ClubPage
      title={people > 0 ? (people === 1 ? "Invite this person?" : `Invite these ${people} people?`) : TITLE}
      lead={
        people > 0
          ? "Check each line. Nothing has been sent yet. Empty the name and the address of somebody whom you want to leave out."
          : "Paste a list; you see who would be invited before anything is sent."
      }
      crumbs={[{ label: "Teams", href: "/teams" }, { label: TITLE }]}
    >
      {people > 0 ? (
        <People people={people} reply={reply} teams={teams} />
      ) : (
        <div className="beside">
          <div>
            <ListForm teams={teams} />
          </div>
          <Card title="What a line can look like">
            <ul>
              <li>dana@reed.example</li>
              <li>Dana Reed &lt;dana@reed.example&gt;</li>
              <li>Dana Reed, dana@reed.example</li>
              <li>Dana Reed, dana@reed.example, Hawks, Manager</li>
            </ul>
            <p>
              Rows copied from a spreadsheet work, too. At most {MOST_INVITED} people at a time; each gets an
              email of their own, whose link is valid for {INVITATION_DAYS} days.
            </p>
          </Card>
        </div>
      )}
    </ClubPage>
  );
}

/** Counts the lines that the reply lists for checking; 0 before a list was parsed. */
function listedIn(reply: FormReply | undefined): number {
  const numbers = Object.entries(reply?.values ?? {}).flatMap(([name, value]) => {
    const number = /^(?:name|email)-(\d+)$/.exec(name)?.[1];
    return number !== undefined && value !== "" ? [Number(number) + 1] : [];
  });
  return Math.max(0, ...numbers);
}

/** Lists the roles that the viewer may invite: managers invite coaches. */
function useRoles(): Choice[] {
  const { role } = useShell();
  const roles: InvitedRole[] = may(role, "teams.manage")
    ? ["head", "assistant", "manager"]
    : ["head", "assistant"];
  return roles.map((value) => ({
    value,
    label: staffTitle(
      value === "manager" ? { role: value, coachRole: null } : { role: "coach", coachRole: value },
    ),
  }));
}

function ListForm({ teams }: { teams: readonly Choice[] }) {
  const roles = useRoles();
  const [only, second] = teams;
  return (
    <PostForm>
      <Hidden name="intent" value="read" />
      <TextArea name="list" label="Names and email addresses" rows={8} hint="One person a line" required />
      <RadioField name="role" label="Role" value="head" choices={roles} required />
      <SelectField
        name="team"
        label="Team"
        needed="or choose it for each person on the next page"
        hint={teams.length === 0 ? "Add a team first." : undefined}
        value={second ? "" : only?.value}
        empty="A different team for each"
        choices={teams}
      />
      <Buttons>
        <SubmitButton>Check the List</SubmitButton>
        <ButtonLink href={href("/teams")} look="quiet">
          Cancel
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}

const inputs = inputsOf(invitationFields);

/** Shows a line per person, with parsed and missing values. */
function People(props: { people: number; reply: FormReply | undefined; teams: readonly Choice[] }) {
  const { people, reply, teams } = props;
  const roles = useRoles();
  const kept = (name: string) => String(reply?.values[name] ?? "");
  return (
    <PostForm className="form form-wide">
      <Hidden name="list" value={kept("list")} />
      <Hidden name="role" value={kept("role")} />
      <Hidden name="team" value={kept("team")} />
      <div className="field-rows">
        {Array.from({ length: people }, (_, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key than their index
          <fieldset key={number}>
            <legend className="visually-hidden">Person {number + 1}</legend>
            <TextField {...inputs.name} name={`name-${number}`} required autoComplete="off" />
            <TextField {...inputs.email} name={`email-${number}`} type="email" autoComplete="off" />
            <SelectField name={`role-${number}`} label="Role" choices={roles} required />
            <SelectField
              name={`team-${number}`}
              label="Team"
              empty="Choose a team"
              choices={teams}
              required
            />
          </fieldset>
        ))}
      </div>
      <Buttons>
        <SubmitButton name="intent" value="send" busy="Sending...">
          Send the Invitations
        </SubmitButton>
        <SubmitButton name="intent" value="edit" look="quiet">
          Back to the List
        </SubmitButton>
      </Buttons>
      {/* Last, so that the button that was pressed wins. */}
      <Hidden name="intent" value="send" />
    </PostForm>
  );
}

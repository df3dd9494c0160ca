import { useContext } from "react";
import type { TeamChoice } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { affirmationNames, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/choices.tsx";
import { Choices, Reply } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { useLabels } from "./parent-page.tsx";

export interface SignFormData {
  clubName: string;
  textHash: string;
  /** What the club has on file. */
  parentName: string;
  parentEmail: string;
  childName: string;
  teamIds: string[];
  teams: TeamChoice[];
  /** YYYY-MM-DD on the club's clock. */
  today: string;
}

/** The five boxes, the consent and the signature. */
export function SignForm({ data }: { data: SignFormData }) {
  const { form, text } = useLabels();
  const club = { club: data.clubName };
  return (
    <PostForm summary="elsewhere">
      <Hidden name="intent" value="sign" />
      <Hidden name="textHash" value={data.textHash} />
      <fieldset className="field">
        <legend>{form.agree}</legend>
        <div className="hint">{form.agreeHint}</div>
        <div className="choices choices-cards">
          {affirmationNames.map((name) => (
            <CheckboxField key={name} name={name} label={text.affirmations[name]} required />
          ))}
        </div>
      </fieldset>
      {data.parentName ? (
        <CheckboxField name="notMe" label={fillIn(form.notMe, { name: data.parentName })} />
      ) : null}
      <TextField
        name="parentName"
        label={form.parentName}
        value={data.parentName}
        autoComplete="name"
        required
      />
      <TextField
        name="parentEmail"
        type="email"
        label={form.parentEmail}
        hint={form.parentEmailHint}
        value={data.parentEmail}
        autoComplete="email"
        required
      />
      <TextField
        name="childName"
        label={form.childName}
        hint={fillIn(form.childNameHint, club)}
        value={data.childName}
        autoComplete="off"
        required
      />
      <Teams data={data} />
      <fieldset className="field">
        <legend>{form.consent}</legend>
        <CheckboxField name="consent" label={text.consent} required />
      </fieldset>
      <TextField
        name="digitalSignature"
        label={form.signature}
        hint={form.signatureHint}
        autoComplete="name"
        required
      />
      <TextField
        name="signatureDate"
        type="date"
        label={form.signatureDate}
        value={data.today}
        width="short"
        required
      />
      <SubmitButton>{form.submit}</SubmitButton>
    </PostForm>
  );
}

/** More teams than this are folded away behind those that are on file. */
const TEAMS_SHOWN = 12;

function Teams({ data }: { data: SignFormData }) {
  const { form } = useLabels();
  const reply = useContext(Reply);
  const club = { club: data.clubName };
  const typed = reply?.values.teams;
  const ticked: readonly string[] = Array.isArray(typed) ? typed : data.teamIds;
  if (data.teams.length === 0) return <p>{fillIn(form.noTeams, club)}</p>;
  const few = data.teams.length <= TEAMS_SHOWN;
  const first = data.teams.filter(({ id }) => few || ticked.includes(id));
  const rest = data.teams.filter((team) => !first.includes(team));
  return (
    <Choices name="teams" label={form.teams} hint={form.teamsHint} required>
      <TeamBoxes teams={first} ticked={ticked} />
      {rest.length > 0 ? (
        <details open={first.length === 0}>
          <summary>{fillIn(form.otherTeams, club)}</summary>
          <div className="choices">
            <TeamBoxes teams={rest} ticked={ticked} />
          </div>
        </details>
      ) : null}
    </Choices>
  );
}

function TeamBoxes({ teams, ticked }: { teams: readonly TeamChoice[]; ticked: readonly string[] }) {
  return teams.map(({ id, label }) => (
    <label key={id} className="choice">
      <input type="checkbox" name="teams" value={id} defaultChecked={ticked.includes(id)} />{" "}
      <span>{label}</span>
    </label>
  ));
}

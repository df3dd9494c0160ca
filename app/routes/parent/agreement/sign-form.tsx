import { Fragment, useContext } from "react";
import type { TeamChoice } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { affirmationNames, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { useLabels } from "#app/routes/parent/link/parent-page.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Choices, Reply } from "#app/ui/field.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

export interface SignFormData {
  clubName: string;
  textHash: string;
  /** Parent's name on file. */
  parentName: string;
  parentEmail: string;
  childName: string;
  teamIds: string[];
  teams: TeamChoice[];
  /** YYYY-MM-DD on the club's clock. */
  today: string;
}

/** Asks who signs, then shows the five boxes with the signature below them, so that a phone shows both at once. */
export function SignForm({ data, agreeHeading }: { data: SignFormData; agreeHeading: string }) {
  const { form, text } = useLabels();
  return (
    <PostForm summary="elsewhere">
      <Hidden name="intent" value="sign" />
      <Hidden name="textHash" value={data.textHash} />
      <div>
        <h2 id="sign">{form.heading}</h2>
        <p>{form.lead}</p>
      </div>
      <Signer data={data} />
      <fieldset className="field">
        <legend>
          <h2>{agreeHeading}</h2>
        </legend>
        <div className="hint">{form.agreeHint}</div>
        <div className="choices affirmations">
          {affirmationNames.map((name) => (
            <CheckboxField key={name} name={name} label={text.affirmations[name]} required />
          ))}
        </div>
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
      <fieldset className="field">
        <legend>{form.consent}</legend>
        <p className="hint">
          <a href="#electronic">{text.electronicHeading}</a>
        </p>
        <CheckboxField name="consent" label={text.consent} required />
      </fieldset>
      <SubmitButton>{form.submit}</SubmitButton>
    </PostForm>
  );
}

/**
 * Asks for name, email, players and teams. If the club has all of it, shows it as text, with the fields behind
 * 'Change'.
 */
function Signer({ data }: { data: SignFormData }) {
  const { form, data: names } = useLabels();
  const reply = useContext(Reply);
  const teams = data.teams.filter(({ id }) => data.teamIds.includes(id)).map(({ label }) => label);
  const known = data.parentName && data.childName && (teams.length > 0 || data.teams.length === 0);
  if (reply || !known) return <SignerFields data={data} />;
  return (
    <>
      <Facts
        facts={[
          [names.name, data.parentName],
          [names.email, data.parentEmail],
          [names.players, data.childName],
          ...(teams.length > 0 ? [[names.teams, <TeamNames key="teams" teams={teams} />] as const] : []),
        ]}
      />
      <details>
        <summary>{form.change}</summary>
        <SignerFields data={data} />
      </details>
    </>
  );
}

/** Shows 'Hawks (U-12), Lions (U-14)', never broken inside a team. */
function TeamNames({ teams }: { teams: readonly string[] }) {
  return teams.map((team, index) => (
    <Fragment key={team}>
      {index === 0 ? "" : ", "}
      <span className="nowrap">{team}</span>
    </Fragment>
  ));
}

function SignerFields({ data }: { data: SignFormData }) {
  const { form } = useLabels();
  const club = { club: data.clubName };
  return (
    <>
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
    </>
  );
}

/** Teams beyond this number are collapsed below those on file. */
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

import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { PreviewData } from "./preview-data.ts";

/** The id of the form that imports the games. */
export const IMPORT_FORM = "import";

/** Asks which names of the file are the club's teams. */
export function UnresolvedTeams({ id, teams }: { id: string; teams: PreviewData["unresolvedTeams"] }) {
  if (teams.length === 0) return null;
  return (
    <Card title="Which teams are yours?">
      <p>
        Some names do not match your teams exactly. Choose the team, or leave it: rows without a team are not
        imported. <AddTeamHint />
      </p>
      <div className="form">
        {/* Part of the import's form: its button sends these choices, too. */}
        <TeamFields field="open-name" teams={teams} form={IMPORT_FORM} action={teamsAddress(id)} />
      </div>
    </Card>
  );
}

/** Shows which team each name was matched to, to change it. */
export function ResolvedTeams({ id, teams }: { id: string; teams: PreviewData["resolvedTeams"] }) {
  if (teams.length === 0) return null;
  return (
    <Card title="Your teams in the file">
      <p>
        Change this if a name belongs to another club's team, or to another of your teams. <AddTeamHint />
      </p>
      <PostForm action={teamsAddress(id)}>
        <TeamFields field="name" teams={teams} />
      </PostForm>
    </Card>
  );
}

const teamsAddress = (id: string) => href("/schedule/imports/:importId/teams", { importId: id });

const AddTeamHint = () => (
  <>
    If a team is missing, <a href="/teams/new">add it first</a>, then open this page again.
  </>
);

/** @param props.form the form that the fields belong to, if it is not the one around them. */
function TeamFields(props: {
  field: string;
  teams: PreviewData["unresolvedTeams"];
  form?: string;
  action?: string;
}) {
  const { field, teams, form, action } = props;
  return (
    <>
      {teams.map((team, index) => (
        <div className="field" key={team.key}>
          <label htmlFor={`${field}-${index}`}>
            {team.text ? `"${team.text}"` : "Rows that name no team"}{" "}
            <span className="optional">
              ({team.about ? `${team.about}, ` : ""}
              {pluralize(team.rowCount, "row")}
              {team.unresolved && team.hasSimilar ? ", similar to a team of yours" : ""})
            </span>
          </label>{" "}
          <input type="hidden" form={form} name={`name-${index}`} value={team.key} />
          <select
            form={form}
            className="input"
            id={`${field}-${index}`}
            name={`team-${index}`}
            defaultValue={team.value}
          >
            <option value="auto">{team.found ? "As found" : "Choose a team"}</option>
            <option value={team.otherClub}>Not one of our teams</option>
            {team.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <Buttons>
        <SubmitButton look="secondary" form={form} action={action}>
          Use These Teams
        </SubmitButton>
      </Buttons>
    </>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { answersOf, importTeamsSchema } from "#app/domain/club/imports/forms.server.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { listFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { imports } from "#app/journeys/imports/imports.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireImport, requireImporter } from "./open-import.server.ts";
import { importCrumbs, importPages } from "./subjects.ts";
import { type OpenTeam, type ResolvedTeam, teamsData } from "./teams-data.ts";

export const meta = () => title("Your teams in this file");

export async function loader(args: LoaderFunctionArgs) {
  const importer = await requireImporter(args);
  const opened = await requireImport(importer);
  if (opened.state !== "preview") throw notFound();
  const { found, summary } = opened;
  const former = summary.openTeams.length > 0 ? await listFormerTeams(importer.ctx.db, now()) : [];
  const about = { subject: importer.subject, importId: found.id, fileName: found.file_name };
  if (opened.subject === "contacts") {
    // The teams of a roster are the club's own.
    const teams = { creates: true, withoutTeam: "Add the children without a team" };
    return { ...about, hasSides: false, ...teamsData(summary, former, teams) };
  }
  // No team is created by default if other games can be imported already.
  const teams = { creates: opened.summary.next === "teams", withoutTeam: "Leave its games out" };
  return { ...about, hasSides: opened.summary.hasSides, ...teamsData(summary, former, teams) };
}

/**
 * Stores which of the club's teams the names in the file mean and which teams to create, and redirects to the preview.
 */
export async function action(args: ActionFunctionArgs) {
  const { ctx, subject, importId } = await requireImporter(args);
  const reading = await readForm(args.request, importTeamsSchema);
  if (!reading.ok) return reading.answer;
  const { answers, errors } = answersOf(reading.value);
  if (Object.keys(errors).length > 0) return reading.refuse(errors);
  const answered = answers.map(({ answer }) => answer);
  const result = await imports[subject].answerTeams(ctx, importId, answered);
  if (result.ok) {
    const made = result.planned > 0 ? `The import creates ${pluralize(result.planned, "team")}. ` : "";
    return redirectWith(
      importPages[subject].show(importId),
      `${made}The preview now uses your teams. Nothing is imported yet.`,
    );
  }
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({
    [`new-${answers[result.index]?.number}`]: nameTakenLabel(reading.value.season),
  });
}

export default function ImportTeams() {
  const { subject, importId, fileName, season, hasSides, open, resolved } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Your teams in this file"
      lead={
        open.length > 0
          ? `"${fileName}" has ${pluralize(open.length, "team")} that you do not have under that name.${importPages[subject].openTeams}`
          : `Which of your teams the names in "${fileName}" are.`
      }
      crumbs={importCrumbs(subject, importId)}
    >
      <PostForm className="form form-wide">
        <Hidden name="season" value={season} />
        <OpenTeams teams={open} season={season} />
        <ResolvedTeams teams={resolved} from={open.length} />
        <Buttons>
          <SubmitButton>Continue to the Preview</SubmitButton>
          {hasSides ? (
            <ButtonLink href={href("/schedule/imports/:importId/club", { importId })} look="quiet">
              These are not our teams
            </ButtonLink>
          ) : null}
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Asks about names without a team, a line each: create it, or choose one. */
function OpenTeams({ teams, season }: { teams: OpenTeam[]; season: string }) {
  const created = teams.filter(({ create }) => create);
  const isOpen = created.some(({ create }) => !create?.ageGroup || !create.gender);
  return (
    <>
      {created.length > 1 && isOpen ? <SameForAll season={season} /> : null}
      <div className="field-rows">
        {teams.map((team, number) => (
          <fieldset key={team.keys}>
            <legend>
              {team.label} <span className="optional">{team.hint}</span>
            </legend>
            {team.former ? <FormerTeamNotice team={team.former} /> : null}
            <Choice team={team} number={number} label="Team" />
            {team.create ? <NewTeam number={number} team={team.create} several={created.length > 1} /> : null}
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** Asks once for what most new teams of a file share; a team's own choice wins. */
function SameForAll({ season }: { season: string }) {
  return (
    <section className="card" aria-labelledby="same-for-all">
      <h2 id="same-for-all">The same for all new teams of {season}</h2>
      <div className="field-rows">
        <div>
          <SelectField name="age-all" label="Age Group" choices={choices(ageGroups)} empty="Not the same" />
          <SelectField name="gender-all" label="Gender" choices={choices(genders)} empty="Not the same" />
        </div>
      </div>
    </section>
  );
}

/** Explains that restoring a team keeps its history, while a new one starts empty. */
function FormerTeamNotice({ team }: { team: NonNullable<OpenTeam["former"]> }) {
  return (
    <Notice
      tone="minor"
      title={`There is ${team.status === "deleted" ? "a deleted" : "an archived"} team of this name`}
    >
      <p>
        <a href={href("/teams/:teamId/restore", { teamId: team.id })}>Bring {team.name} back</a> with its
        games and ratings? Then continue this import from the list of imports.
      </p>
    </Notice>
  );
}

/**
 * Asks for the fields of a new team.
 * @param props.several whether the open fields may be answered for all teams
 */
function NewTeam(props: { number: number; team: NonNullable<OpenTeam["create"]>; several: boolean }) {
  const { number, team, several } = props;
  return (
    <>
      <TextField
        name={`new-${number}`}
        label="New Name"
        value={team.name}
        maxLength={teamFields.name.max}
        required
      />
      <SelectField
        name={`age-${number}`}
        label="Age Group"
        hint={team.fromBirthYear ? "Worked out from the birth year: please check" : undefined}
        value={team.ageGroup}
        choices={choices(ageGroups)}
        empty={several ? "As for all" : "Choose an age group"}
        required
      />
      <SelectField
        name={`gender-${number}`}
        label="Gender"
        value={team.gender}
        choices={choices(genders)}
        empty={several ? "As for all" : "Choose one"}
        required
      />
    </>
  );
}

/** Lists names with a team, or declined, so that this can be changed. `from`: the number of the first field. */
function ResolvedTeams({ teams, from }: { teams: ResolvedTeam[]; from: number }) {
  if (teams.length === 0) return null;
  return (
    <details open={from === 0}>
      <summary>Names that are matched already: {teams.length}</summary>
      {teams.map((team, index) => (
        <Choice key={team.keys} team={team} number={from + index} label={team.label} hint={team.hint} />
      ))}
    </details>
  );
}

function Choice(props: {
  team: OpenTeam | ResolvedTeam;
  number: number;
  label: string;
  /** Hint where no legend explains it. */
  hint?: string;
}) {
  const { team, number } = props;
  return (
    <>
      <Hidden name={`name-${number}`} value={team.keys} />
      <Hidden name={`said-${number}`} value={team.text} />
      <SelectField
        name={`team-${number}`}
        label={props.label}
        hint={props.hint}
        value={team.value}
        choices={team.choices}
        required
      />
    </>
  );
}

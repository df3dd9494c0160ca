import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { clubTeams } from "#app/domain/club/imports/imports.server.ts";
import { scheduleProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { templateColumns } from "#app/domain/club/schedule-import/schedule-file.ts";
import { gameImports } from "#app/journeys/imports/imports.server.ts";
import { startPreview } from "#app/journeys/imports/start-import.server.ts";
import { MAX_MB } from "#app/routes/club/imports/limits.ts";
import { uploadImport } from "#app/routes/club/imports/upload.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { FileField, SelectField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Import a schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const teams = await clubTeams(ctx.db);
  return {
    teams: teams.map(({ id, name, ageGroup, season }) => ({
      value: id,
      label: `${name} (${ageGroup}, ${season})`,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  return uploadImport(ctx, args.request, {
    subject: "games",
    what: "schedule",
    pastedName: "Pasted schedule",
    preview: gameImports.preview,
    start: (ctx, file, id) =>
      startPreview(ctx, file, { subject: "games", id, problemLabel: scheduleProblemLabel }),
    problemLabel: scheduleProblemLabel,
  });
}

export default function ImportSchedule() {
  const { teams } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Import a schedule"
      lead="Upload the file as it is; it creates the teams that you lack. You see what it would do before anything changes."
      actions={<ButtonLink href="/advanced-import">Import Parents Instead</ButtonLink>}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <div className="beside">
        <div>
          <UploadForm teams={teams} maxMb={MAX_MB} />
        </div>
        <FileHelp />
      </div>
    </ClubPage>
  );
}

/** @param props.teams the choices for files without a team. */
export function UploadForm(props: { teams: { value: string; label: string }[]; maxMb: number }) {
  const { teams, maxMb } = props;
  return (
    <PostForm encType="multipart/form-data">
      <FileField
        name="file"
        label="Schedule file"
        required
        hint={`CSV, Excel (.xlsx) or calendar (.ics), at most ${maxMb} MB`}
        accept=".csv,.tsv,.txt,.xlsx,.ics,text/csv,text/tab-separated-values,text/plain,text/calendar,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      <TextArea
        name="pasted"
        label="Or paste rows from a spreadsheet"
        rows={5}
        hint="With their header row"
      />
      {teams.length > 0 ? (
        <SelectField
          name="team"
          label="Team, if the file names none"
          empty="The file names the teams"
          choices={teams}
        />
      ) : null}
      <Buttons>
        <SubmitButton>Preview Import</SubmitButton>
        <ButtonLink href="/schedule" look="quiet">
          Back to the schedule
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}

export function FileHelp() {
  return (
    <Card title="What the file can look like">
      <p>
        Exports of SportsEngine, TeamSnap, PlayMetrics and GotSport work without changes. Your own file needs
        a header row with the columns <code>{templateColumns.join(", ")}</code>; only date and opponent must
        be there. Dates like 2026-11-28 or 11/28/2026, times like 6:00 PM or TBD.
      </p>
      <p>
        <a href="/schedule/import/template.csv">Download the template</a>
      </p>
      <details>
        <summary>Excel, calendars, and the same file again</summary>
        <p>
          Of an Excel file the first sheet with these columns is read. Of a calendar file every event that
          names two teams, such as "Hawks vs Rovers" or "Hawks @ Rovers", is a game; a repeated event counts
          once.
        </p>
        <p>
          Importing the same file again changes nothing. A file with new dates moves the games and marks them
          as rescheduled. The file itself is deleted once it is imported, and after a day at the latest.
        </p>
      </details>
    </Card>
  );
}

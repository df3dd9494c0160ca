import { templateColumns } from "#app/domain/club/schedule-import/schedule-columns.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { FileField, SelectField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/** @param props.teams the choices for files that name no team. */
export function UploadForm(props: {
  reply: FormReply | undefined;
  teams: { value: string; label: string }[];
  maxMb: number;
}) {
  const { reply, teams, maxMb } = props;
  return (
    <PostForm reply={reply} encType="multipart/form-data">
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
        Of an Excel file the first sheet with these columns is read. Of a calendar file every event that names
        two teams, such as "Hawks vs Rovers" or "Hawks @ Rovers", is a game; a repeated event counts once.
      </p>
      <p>
        <a href="/schedule/import/template.csv">Download the template</a>
      </p>
      <p>
        Importing the same file again changes nothing. A file with new dates moves the games and marks them as
        rescheduled. The file itself is deleted once it is imported, and after a day at the latest.
      </p>
    </Card>
  );
}

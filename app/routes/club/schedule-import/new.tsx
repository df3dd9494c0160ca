import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { importFormSchema } from "#app/domain/club/schedule-import/import-form.server.ts";
import { ownTeams } from "#app/domain/club/schedule-import/import-review.server.ts";
import { templateColumns } from "#app/domain/club/schedule-import/schedule-columns.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { readUpload } from "#app/forms/read-upload.server.ts";
import { previewSchedule } from "#app/journeys/schedule-import/import-games.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { FileField, SelectField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Import a schedule");

/** The server's own limit for this address is a little higher (product.md#schedule-import). */
const MAX_MB = 50;
const TOO_LARGE = `The file is larger than ${MAX_MB} MB: split it, or remove what is not a schedule`;
const NO_FILE = "Please select a valid CSV file";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const teams = await ownTeams(ctx.db);
  return json({
    teams: teams.map(({ id, name, ageGroup, season }) => ({
      value: id,
      label: `${name} (${ageGroup}, ${season})`,
    })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const upload = await readUpload(args.request, { name: "file", maxBytes: MAX_MB * 1024 * 1024 });
  if (!upload.ok) {
    const tooLarge = upload.problem === "too-large";
    const errors = { file: tooLarge ? TOO_LARGE : NO_FILE };
    return json({ values: {}, errors }, { status: tooLarge ? 413 : 422 });
  }
  const reading = readFields(upload.form, importFormSchema);
  if (!reading.ok) return reading.answer;
  const { pasted, team } = reading.value;
  const file = upload.file ?? pastedFile(pasted);
  if (!file) return reading.refuse({ file: NO_FILE });
  const preview = await previewSchedule(ctx, { ...file, teamId: team || null });
  if ("refused" in preview) return reading.refuse({ [upload.file ? "file" : "pasted"]: preview.refused });
  return redirect(href("/schedule/imports/:importId", { importId: preview.importId }), 303);
}

function pastedFile(text: string) {
  return text.trim() ? { name: "Pasted schedule", bytes: new TextEncoder().encode(text) } : null;
}

export default function ImportSchedule() {
  const { teams } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Import a schedule"
      lead="Upload the file as it is. You see what it would do before anything changes."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <PostForm reply={reply} encType="multipart/form-data">
        <FileField
          name="file"
          label="Schedule file"
          required
          hint={`CSV, with commas, semicolons or tabs, at most ${MAX_MB} MB`}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
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
      <Card title="What the file can look like">
        <p>
          Exports of SportsEngine, TeamSnap, PlayMetrics and GotSport work without changes. Your own file
          needs a header row with the columns <code>{templateColumns.join(", ")}</code>; only date and
          opponent must be there. Dates like 2026-11-28 or 11/28/2026, times like 6:00 PM or TBD.
        </p>
        <p>
          <a href="/schedule/import/template.csv">Download the template</a>
        </p>
        <p>
          Importing the same file again changes nothing. A file with new dates moves the games and marks them
          as rescheduled. The file itself is not kept.
        </p>
      </Card>
    </ClubPage>
  );
}

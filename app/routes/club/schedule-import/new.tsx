import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { clubTeams } from "#app/domain/club/imports/club-teams.server.ts";
import { scheduleProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { gameImports } from "#app/journeys/imports/imports.server.ts";
import { MAX_MB } from "#app/routes/club/imports/limits.ts";
import { uploadImport } from "#app/routes/club/imports/upload.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { FileHelp, UploadForm } from "./upload-form.tsx";

export const meta = () => title("Import a schedule");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const teams = await clubTeams(ctx.db);
  return json({
    teams: teams.map(({ id, name, ageGroup, season }) => ({
      value: id,
      label: `${name} (${ageGroup}, ${season})`,
    })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  return uploadImport(ctx, args.request, {
    subject: "games",
    what: "schedule",
    pastedName: "Pasted schedule",
    preview: gameImports.preview,
    problemLabel: scheduleProblemLabel,
  });
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
      <div className="beside">
        <div>
          <UploadForm reply={reply} teams={teams} maxMb={MAX_MB} />
        </div>
        <FileHelp />
      </div>
    </ClubPage>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { listFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { contactImports } from "#app/journeys/imports/import-steps.server.ts";
import { answerTeamsForm } from "#app/routes/club/imports/answer-teams.server.ts";
import { importCrumbs } from "#app/routes/club/imports/import-pages.ts";
import { OpenTeams, ResolvedTeams } from "#app/routes/club/imports/import-teams.tsx";
import { teamsData } from "#app/routes/club/imports/teams-data.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireContactsImport } from "./open-import.server.ts";

export const meta = () => title("Your teams in this file");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const opened = await requireContactsImport(ctx, args.params.importId);
  if (opened.state !== "preview") throw notFound();
  const former = opened.summary.openTeams.length > 0 ? await listFormerTeams(ctx.db, now()) : [];
  return json({
    importId: opened.found.id,
    fileName: opened.found.file_name,
    // The teams of a roster are the club's own.
    ...teamsData(opened.summary, former, { creates: true, withoutTeam: "Add the children without a team" }),
  });
}

/** Stores which of the club's teams the names in the file are, and creates the missing ones. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  return answerTeamsForm(args, {
    subject: "contacts",
    answer: (id, answers) => contactImports.answerTeams(ctx, id, answers),
  });
}

export default function ContactTeams() {
  const { importId, fileName, season, open, resolved } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Your teams in this file"
      lead={
        open.length > 0
          ? `"${fileName}" has ${pluralize(open.length, "team")} that you do not have under that name. Create them, or say which of yours they are.`
          : `Which of your teams the names in "${fileName}" are.`
      }
      crumbs={importCrumbs("contacts", importId)}
    >
      <PostForm reply={reply}>
        <Hidden name="season" value={season} />
        <OpenTeams teams={open} season={season} />
        <ResolvedTeams teams={resolved} from={open.length} />
        <Buttons>
          <SubmitButton>Continue to the Preview</SubmitButton>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { answersOf, importTeamsSchema } from "#app/domain/club/imports/forms.server.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { listFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { imports } from "#app/journeys/imports/imports.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { OpenTeams, ResolvedTeams } from "./import-teams.tsx";
import { requireImport, requireImporter } from "./open-import.server.ts";
import { importCrumbs, importPages } from "./subjects.ts";
import { teamsData } from "./teams-data.ts";

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
    return json({ ...about, hasSides: false, ...teamsData(summary, former, teams) });
  }
  // Nothing is created unasked beside games that can be imported already.
  const teams = { creates: opened.summary.next === "teams", withoutTeam: "Leave its games out" };
  return json({ ...about, hasSides: opened.summary.hasSides, ...teamsData(summary, former, teams) });
}

/**
 * Stores which of the club's teams the names in the file are, creates the missing ones, and leads back to the preview.
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
    const made = result.created > 0 ? `${pluralize(result.created, "team")} created. ` : "";
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

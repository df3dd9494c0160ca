import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { factsOf, factsVersion, saveFacts } from "#app/domain/club/incidents/incident-changes.server.ts";
import { factsForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { factsFieldLabels, typedOf } from "#app/domain/club/incidents/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { useReply } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { FactsForm } from "./facts-form.tsx";
import { Locked } from "./locked.tsx";
import { backToCase, caseClock, openCase, refuseChange } from "./open-case.server.ts";

export const meta = () => title("What happened, Incident");

const typed = typedOf({ what: factsFieldLabels.what.label, when: factsFieldLabels.when.label });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const incident = await openCase(ctx, args.params.incidentId);
  return json({
    view: viewCase(incident, [], caseClock(ctx)),
    version: factsVersion(incident),
    kept: await keptReply(ctx, args.request),
  });
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, factsForm, typed, () => save(args));
}

async function save(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: factsForm });
  const { id } = await openCase(ctx, args.params.incidentId);
  const reading = await readForm(args.request, factsForm);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) => saveFacts(tx, id, reading.value, ctx.user, nowIso()));
  if (!result.ok) {
    if (result.problem !== "stale") return refuseChange(reading, result.problem);
    const { stored } = result;
    const differences = differencesOf(reading.value, factsOf(stored), factsFieldLabels);
    return reading.refuseStale({ version: factsVersion(stored), differences });
  }
  await forgetKept(ctx, args.request);
  return backToCase(id, "The facts are saved.");
}

export default function IncidentFactsPage() {
  const { view, version } = useLoaderData<typeof loader>();
  return (
    <ClubPage title="What happened" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} />
      <FactsForm view={view} version={version} reply={useReply()} />
    </ClubPage>
  );
}

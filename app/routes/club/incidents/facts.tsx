import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { factsFields } from "#app/domain/club/incidents/fields.ts";
import { factsForm } from "#app/domain/club/incidents/forms.server.ts";
import { factsOf, factsVersion, saveFacts } from "#app/domain/club/incidents/incident-changes.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { FactsForm } from "./facts-form.tsx";
import { Locked } from "./locked.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";

export const meta = () => title("What happened, Incident");

const form = clubForm({
  may: "incidents.see",
  schema: factsForm,
  keeps: { what: factsFields.what.label, when: factsFields.when.label },
  find: (ctx, { incidentId }) => openCase(ctx, incidentId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => saveFacts(tx, found.id, value, ctx.user, nowIso())),
  version: versionBy(factsVersion, factsFields, factsOf),
  problems: incidentProblemLabels,
  saved: (_, { found }) => [caseAddress(found.id), "The facts are saved."],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => ({
  view: viewCase(found, [], caseClock(ctx)),
  version: factsVersion(found),
}));

export default function IncidentFactsPage() {
  const { view, version } = useLoaderData<typeof loader>();
  return (
    <ClubPage title="What happened" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} />
      <FactsForm view={view} version={version} />
    </ClubPage>
  );
}

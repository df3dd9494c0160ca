import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { caseFields } from "#app/domain/club/incidents/fields.ts";
import { reopenForm } from "#app/domain/club/incidents/forms.server.ts";
import { reopenIncident, statusVersion } from "#app/domain/club/incidents/incident-changes.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { TextArea } from "#app/ui/inputs.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";

export const meta = () => title("Open the case again, Incident");

const inputs = inputsOf(caseFields);
const form = clubForm({
  may: "incidents.see",
  schema: reopenForm,
  keeps: { reason: caseFields.reason.label },
  find: (ctx, { incidentId }) => openCase(ctx, incidentId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => reopenIncident(tx, found.id, value, ctx.user, nowIso())),
  version: statusVersion,
  problems: ({ problem }, { found }) =>
    problem === "not-closed"
      ? [caseAddress(found.id), incidentProblemLabels[problem]]
      : incidentProblemLabels[problem],
  saved: (_, { found }) => [caseAddress(found.id), "The case is open again."],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => ({
  view: viewCase(found, [], caseClock(ctx)),
  version: statusVersion(found),
}));

export default function ReopenIncident() {
  const { view, version } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Open the case again"
      lead={`${view.title}, ${view.when}`}
      crumbs={caseCrumbs(view)}
      version={version}
      submit="Open Again"
      back={href("/incidents/:incidentId", { incidentId: view.id })}
      keep="Back to the Case"
      fields={<TextArea {...inputs.reason} hint="It is shown in the case's history." rows={3} />}
    >
      <Locked view={view} reopens />
      {view.agreed ? (
        <section>
          <h2>What was agreed</h2>
          <p className="typed">{view.agreed}</p>
        </section>
      ) : null}
    </ConfirmPage>
  );
}

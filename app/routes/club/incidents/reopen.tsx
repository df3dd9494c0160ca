import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { reopenIncident, statusVersion } from "#app/domain/club/incidents/incident-changes.server.ts";
import { reopenForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";

export const meta = () => title("Open the case again, Incident");

const form = clubForm({
  may: "incidents.see",
  schema: reopenForm,
  keeps: { reason: "Why it is opened again" },
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
    <ClubPage title="Open the case again" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} reopens />
      {view.agreed ? (
        <section>
          <h2>What was agreed</h2>
          <p className="typed">{view.agreed}</p>
        </section>
      ) : null}
      <PostForm>
        <Version value={version} />
        <TextArea
          name="reason"
          label="Why it is opened again"
          hint="It is shown in the case's history."
          rows={3}
          maxLength={500}
          required
        />
        <Buttons>
          <SubmitButton>Open Again</SubmitButton>
          <ButtonLink href={href("/incidents/:incidentId", { incidentId: view.id })} look="quiet">
            Back to the Case
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { href } from "#app/config/addresses.ts";
import { reopenIncident, statusVersion } from "#app/domain/club/incidents/incident-changes.server.ts";
import { reopenForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels, typedOf } from "#app/domain/club/incidents/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { backToCase, caseClock, openCase, refuseChange } from "./open-case.server.ts";

export const meta = () => title("Open the case again, Incident");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const incident = await openCase(ctx, args.params.incidentId);
  return json({
    view: viewCase(incident, [], caseClock(ctx)),
    version: statusVersion(incident),
    kept: await keptReply(ctx, args.request),
  });
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, reopenForm, typedOf({ reason: "Why it is opened again" }), () =>
    reopen(args),
  );
}

async function reopen(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: reopenForm });
  const incident = await openCase(ctx, args.params.incidentId);
  const reading = await readForm(args.request, reopenForm);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) =>
    reopenIncident(tx, incident.id, reading.value, ctx.user, nowIso()),
  );
  if (!result.ok) {
    if (result.problem === "not-closed") return backToCase(incident.id, incidentProblemLabels["not-closed"]);
    if (result.problem !== "stale") return refuseChange(reading, result.problem);
    return reading.refuseStale({ version: statusVersion(incident), differences: [] });
  }
  await forgetKept(ctx, args.request);
  return backToCase(incident.id, "The case is open again.");
}

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
      <PostForm reply={useReply()}>
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

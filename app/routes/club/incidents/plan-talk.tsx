import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { planForm } from "#app/domain/club/incidents/forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { planTalk } from "#app/domain/club/incidents/talks.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { Hidden, useReply } from "#app/ui/post-form.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";
import { TalkFields, typedPlan } from "./talk-fields.tsx";

export const meta = () => title("Plan a talk, Incident");

const form = clubForm({
  may: "incidents.see",
  schema: planForm,
  keeps: typedPlan,
  find: (ctx, { incidentId }) => openCase(ctx, incidentId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => planTalk(tx, found.id, value, ctx.user, nowIso())),
  problems: incidentProblemLabels,
  saved: (_, { found }) => [caseAddress(found.id), "The talk is planned."],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => ({
  view: viewCase(found, [], caseClock(ctx)),
  submission: newId(),
}));

export default function PlanTalk() {
  const { view, submission } = useLoaderData<typeof loader>();
  const reply = useReply();
  const sent = reply?.values.submission;
  return (
    <ConfirmPage
      title="Plan a talk"
      lead={`${view.title}, ${view.when}`}
      crumbs={caseCrumbs(view)}
      submit="Plan the Talk"
      back={href("/incidents/:incidentId", { incidentId: view.id })}
      keep="Back to the Case"
      fields={
        <>
          <Hidden name="submission" value={typeof sent === "string" && sent ? sent : submission} />
          <TalkFields />
        </>
      }
    >
      <Locked view={view} />
    </ConfirmPage>
  );
}

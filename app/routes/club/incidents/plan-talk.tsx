import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { planForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { planTalk } from "#app/domain/club/incidents/talks.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
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
    <ClubPage title="Plan a talk" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} />
      <PostForm>
        <Hidden name="submission" value={typeof sent === "string" && sent ? sent : submission} />
        <TalkFields />
        <Buttons>
          <SubmitButton>Plan the Talk</SubmitButton>
          <ButtonLink href={href("/incidents/:incidentId", { incidentId: view.id })} look="quiet">
            Back to the Case
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

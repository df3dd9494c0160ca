import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { href } from "#app/config/addresses.ts";
import { planForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { typedOf } from "#app/domain/club/incidents/labels.ts";
import { planTalk } from "#app/domain/club/incidents/talks.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { backToCase, caseClock, openCase, refuseChange } from "./open-case.server.ts";
import { TalkFields, typedPlan } from "./talk-fields.tsx";

export const meta = () => title("Plan a talk, Incident");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const incident = await openCase(ctx, args.params.incidentId);
  return json({
    view: viewCase(incident, [], caseClock(ctx)),
    submission: newId(),
    kept: await keptReply(ctx, args.request),
  });
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, planForm, typedOf(typedPlan), () => save(args));
}

async function save(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: planForm });
  const { id } = await openCase(ctx, args.params.incidentId);
  const reading = await readForm(args.request, planForm);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) => planTalk(tx, id, reading.value, ctx.user, nowIso()));
  if (!result.ok) return refuseChange(reading, result.problem);
  await forgetKept(ctx, args.request);
  return backToCase(id, "The talk is planned.");
}

export default function PlanTalk() {
  const { view, submission } = useLoaderData<typeof loader>();
  const reply = useReply();
  const sent = reply?.values.submission;
  return (
    <ClubPage title="Plan a talk" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} />
      <PostForm reply={reply}>
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

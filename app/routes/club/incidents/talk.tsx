import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { href } from "#app/config/addresses.ts";
import { talkForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { NO_CHILDREN, talkFieldLabels, talkStateLabels, typedOf } from "#app/domain/club/incidents/labels.ts";
import { findTalk, saveTalk, talkValues, talkVersion } from "#app/domain/club/incidents/talks.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { backToCase, caseClock, openCase, refuseChange } from "./open-case.server.ts";
import { TalkFields, typedPlan } from "./talk-fields.tsx";

export const meta = () => title("Talk, Incident");

async function openTalk(ctx: ClubContext, incidentId: string, talkId: string | undefined) {
  const talk = await findTalk(ctx.db, incidentId, talkId ?? "");
  if (!talk) throw notFound();
  return talk;
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const incident = await openCase(ctx, args.params.incidentId);
  const talk = await openTalk(ctx, incident.id, args.params.talkId);
  return json({
    view: viewCase(incident, [talk], caseClock(ctx)),
    talk: talkValues(talk),
    version: talkVersion(talk),
    kept: await keptReply(ctx, args.request),
  });
}

export async function action(args: ActionFunctionArgs) {
  const typed = typedOf({ ...typedPlan, outcome: talkFieldLabels.outcome.label });
  return orShowTyped(args.request, talkForm, typed, () => save(args));
}

async function save(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: talkForm });
  const { id: incidentId } = await openCase(ctx, args.params.incidentId);
  const { id: talkId } = await openTalk(ctx, incidentId, args.params.talkId);
  const reading = await readForm(args.request, talkForm);
  if (!reading.ok) return reading.answer;
  const ids = { incidentId, talkId };
  const result = await changeClub(ctx, (tx) => saveTalk(tx, ids, reading.value, ctx.user, nowIso()));
  if (!result.ok) {
    if (result.problem !== "stale") return refuseChange(reading, result.problem);
    const { stored } = result;
    if (stored.state !== "planned") return refuseChange(reading, "talk-done");
    const differences = differencesOf(reading.value, talkValues(stored), talkFieldLabels);
    return reading.refuseStale({ version: talkVersion(stored), differences });
  }
  await forgetKept(ctx, args.request);
  return backToCase(incidentId, "The talk is saved.");
}

export default function Talk() {
  const { view, talk, version } = useLoaderData<typeof loader>();
  return (
    <ClubPage title="Talk" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} talkDone={talk.state !== "planned"} />
      <PostForm reply={useReply()}>
        <Version value={version} />
        <TalkFields talk={talk} />
        <RadioField
          name="state"
          label={talkFieldLabels.state.label}
          choices={Object.entries(talkStateLabels).map(([value, label]) => ({ value, label }))}
          value={talk.state}
          required
        />
        <TextArea
          name="outcome"
          label={talkFieldLabels.outcome.label}
          hint={`It stays as it is once it is saved. ${NO_CHILDREN}`}
          needed="needed once it took place"
          rows={4}
          maxLength={2000}
          value={talk.outcome}
        />
        <Buttons>
          <SubmitButton>Save the Talk</SubmitButton>
          <ButtonLink href={href("/incidents/:incidentId", { incidentId: view.id })} look="quiet">
            Back to the Case
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

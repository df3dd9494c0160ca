import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { talkFields } from "#app/domain/club/incidents/fields.ts";
import { talkForm } from "#app/domain/club/incidents/forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels, NO_CHILDREN, talkStateLabels } from "#app/domain/club/incidents/labels.ts";
import { findTalk, saveTalk, talkValues, talkVersion } from "#app/domain/club/incidents/talks.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { choicesOf, RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";
import { TalkFields, typedPlan } from "./talk-fields.tsx";

export const meta = () => title("Talk, Incident");

const form = clubForm({
  may: "incidents.see",
  schema: talkForm,
  keeps: { ...typedPlan, outcome: talkFields.outcome.label },
  find: async (ctx, { incidentId, talkId = "" }) => {
    const incident = await openCase(ctx, incidentId);
    const talk = await findTalk(ctx.db, incident.id, talkId);
    return talk && { incident, talk };
  },
  change: ({ ctx, found: { incident, talk }, value }) =>
    changeClub(ctx, (tx) =>
      saveTalk(tx, { incidentId: incident.id, talkId: talk.id }, value, ctx.user, nowIso()),
    ),
  version: versionBy(talkVersion, talkFields, talkValues),
  problems: { ...incidentProblemLabels, "talk-day": { heldOn: incidentProblemLabels["talk-day"] } },
  saved: (_, { found }) => [caseAddress(found.incident.id), "The talk is saved."],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: { incident, talk } }) => ({
  view: viewCase(incident, [talk], caseClock(ctx)),
  talk: talkValues(talk),
  version: talkVersion(talk),
  today: dateAt(nowIso(), ctx.club.timezone),
}));

export default function Talk() {
  const { view, talk, version, today } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Talk"
      lead={`${view.title}, ${view.when}`}
      crumbs={caseCrumbs(view)}
      version={version}
      submit="Save the Talk"
      back={href("/incidents/:incidentId", { incidentId: view.id })}
      keep="Back to the Case"
      fields={
        <>
          <TalkFields talk={talk} />
          <RadioField
            name="state"
            label={talkFields.state.label}
            choices={choicesOf(talkStateLabels)}
            value={talk.state}
            required
          />
          <TextField
            name="heldOn"
            label={talkFields.heldOn.label}
            type="date"
            width="medium"
            needed="needed once it took place"
            value={talk.heldOn || today}
          />
          <TextArea
            name="outcome"
            label={talkFields.outcome.label}
            hint={`It stays as it is once it is saved. ${NO_CHILDREN}`}
            needed="needed once it took place"
            rows={4}
            maxLength={talkFields.outcome.max}
            value={talk.outcome}
          />
        </>
      }
    >
      <Locked view={view} talkDone={talk.state !== "planned"} />
    </ConfirmPage>
  );
}

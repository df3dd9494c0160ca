import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { factsFields } from "#app/domain/club/incidents/fields.ts";
import { factsForm } from "#app/domain/club/incidents/forms.server.ts";
import { factsOf, factsVersion, saveFacts } from "#app/domain/club/incidents/incident-changes.server.ts";
import { type CaseView, viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { abuseLevels, MINOR_OFFICIAL_FACTOR } from "#app/domain/club/incidents/incidents.ts";
import { incidentProblemLabels, minorLabels, NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { choicesOf, RadioField, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
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

const inputs = inputsOf(factsFields);

/** Asks for the facts of an incident; all of them are optional at first. */
function FactsForm(props: { view: CaseView; version: string }) {
  const { view, version } = props;
  const { facts } = view;
  return (
    <PostForm>
      <Version value={version} />
      <TextArea
        {...inputs.what}
        hint={`What people saw and did, in your words. ${NO_CHILDREN}`}
        rows={6}
        value={facts.what}
        needed="needed before the case is closed"
      />
      <TextField {...inputs.when} hint="For example: second half, after the penalty" value={facts.when} />
      <RadioField
        name="minor"
        label={factsFields.minor.label}
        choices={choicesOf(minorLabels)}
        value={facts.minor}
        required
      />
      <SelectField
        name="level"
        label={factsFields.level.label}
        hint={`Policy 531-9, abuse of a game official without physical contact. For an official who is a minor, ${MINOR_OFFICIAL_FACTOR} times as many games.`}
        choices={[
          { value: "none", label: "Does not apply" },
          ...abuseLevels.map(({ level, games }) => ({
            value: String(level),
            label: `Level ${level}: at least ${games} games`,
          })),
        ]}
        value={facts.level ?? "none"}
      />
      <FormButtons
        submit="Save the Facts"
        back={href("/incidents/:incidentId", { incidentId: view.id })}
        keep="Back to the Case"
      />
    </PostForm>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { href } from "#app/config/addresses.ts";
import { closeIncident, statusVersion } from "#app/domain/club/incidents/incident-changes.server.ts";
import { closeForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { NO_CHILDREN, typedOf } from "#app/domain/club/incidents/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { backToCase, caseClock, openCase, refuseChange } from "./open-case.server.ts";

export const meta = () => title("Close the case, Incident");

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
  return orShowTyped(args.request, closeForm, typedOf({ agreed: "What was agreed" }), () => close(args));
}

async function close(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: closeForm });
  const incident = await openCase(ctx, args.params.incidentId);
  const reading = await readForm(args.request, closeForm);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) =>
    closeIncident(tx, incident.id, reading.value, ctx.user, nowIso()),
  );
  if (!result.ok) {
    if (result.problem !== "stale") return refuseChange(reading, result.problem);
    return reading.refuseStale({ version: statusVersion(incident), differences: [] });
  }
  await forgetKept(ctx, args.request);
  return backToCase(incident.id, "The case is closed.");
}

export default function CloseIncident() {
  const { view, version } = useLoaderData<typeof loader>();
  const corrected = view.corrected !== null;
  return (
    <ClubPage title="Close the case" lead={`${view.title}, ${view.when}`} crumbs={caseCrumbs(view)}>
      <Locked view={view} />
      <PostForm reply={useReply()}>
        <Version value={version} />
        {corrected ? (
          <RadioField
            name="as"
            label="Why is it closed?"
            choices={[
              {
                value: "rating-corrected",
                label: "Rating corrected",
                hint: "The game was not a 0 after all.",
              },
              { value: "agreed", label: "Something was agreed" },
            ]}
            value="rating-corrected"
            required
          />
        ) : (
          <Hidden name="as" value="agreed" />
        )}
        <TextArea
          name="agreed"
          label="What was agreed"
          hint={`For example: the parent stays away for two games and apologized to the referee. ${NO_CHILDREN}`}
          rows={4}
          maxLength={2000}
          required={!corrected}
          needed="needed where something was agreed"
        />
        <Buttons>
          <SubmitButton>Close the Case</SubmitButton>
          <ButtonLink href={href("/incidents/:incidentId", { incidentId: view.id })} look="quiet">
            Back to the Case
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

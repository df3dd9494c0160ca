import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { caseFields } from "#app/domain/club/incidents/fields.ts";
import { closeForm } from "#app/domain/club/incidents/forms.server.ts";
import { closeIncident, statusVersion } from "#app/domain/club/incidents/incident-changes.server.ts";
import { viewCase } from "#app/domain/club/incidents/incident-view.ts";
import { incidentProblemLabels, NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { RadioField, TextArea } from "#app/ui/inputs.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { Locked } from "./locked.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";

export const meta = () => title("Close the case, Incident");

const form = clubForm({
  may: "incidents.see",
  schema: closeForm,
  keeps: { agreed: caseFields.agreed.label },
  find: (ctx, { incidentId }) => openCase(ctx, incidentId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => closeIncident(tx, found.id, value, ctx.user, nowIso())),
  version: statusVersion,
  problems: incidentProblemLabels,
  saved: (_, { found }) => [caseAddress(found.id), "The case is closed."],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => ({
  view: viewCase(found, [], caseClock(ctx)),
  version: statusVersion(found),
}));

export default function CloseIncident() {
  const { view, version } = useLoaderData<typeof loader>();
  const corrected = view.corrected !== null;
  return (
    <ConfirmPage
      title="Close the case"
      lead={`${view.title}, ${view.when}`}
      crumbs={caseCrumbs(view)}
      version={version}
      submit="Close the Case"
      back={href("/incidents/:incidentId", { incidentId: view.id })}
      keep="Back to the Case"
      fields={
        <>
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
            label={caseFields.agreed.label}
            hint={`For example: the parent stays away for two games and apologized to the referee. ${NO_CHILDREN}`}
            rows={4}
            maxLength={caseFields.agreed.max}
            required={!corrected}
            needed="needed where something was agreed"
          />
        </>
      }
    >
      <Locked view={view} />
    </ConfirmPage>
  );
}

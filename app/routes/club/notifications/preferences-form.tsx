import { useContext } from "react";
import { frequencyLabels, quietHoursLabels } from "#app/domain/control/notifications/labels.ts";
import { frequencies, quietHours } from "#app/domain/control/notifications/quiet-hours.ts";
import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import { formatZone } from "#app/domain/values/times.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Reply } from "#app/ui/field.tsx";
import { CheckboxField, RadioField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import type { PreferencesView } from "./preferences.server.ts";

/** Edits the signed-in user's own switches, frequency and quiet hours for the mails of this club. */
export function PreferencesForm({ view }: { view: PreferencesView }) {
  const digested = view.kinds.filter((kind) => notificationKinds[kind].followsFrequency);
  return (
    <>
      {view.dead ? (
        <Notice tone="minor" title="Our mail does not reach you">
          <p>
            {view.address} did not take our last mail, or marked one as spam. Until that is resolved you get
            incident alerts and account mail only.
          </p>
        </Notice>
      ) : null}
      <PostForm>
        <Version value={view.version} />
        <CheckboxField
          name="emailOn"
          label={`Email notifications${view.address ? ` to ${view.address}` : ""}`}
          checked={view.emailOn}
        />
        <p className="hint">
          Off stops everything on this page. Mail about your account, payments and agreements still comes.
        </p>
        <KindSwitches kinds={view.kinds} on={view.on} />
        <RadioField
          name="frequency"
          label="Frequency"
          hint={`How often you hear of ${listOf(digested)}. The others come by themselves.`}
          choices={frequencies.map((value) => ({ value, ...frequencyLabels[value] }))}
          value={view.frequency}
          required
        />
        <RadioField
          name="quietHours"
          label="Quiet hours"
          hint={`Mail waits until they end; incident alerts do not. Hours are ${formatZone(view.timezone)}.`}
          choices={quietHours.map((value) => ({ value, ...quietHoursLabels[value] }))}
          value={view.quietHours}
          required
        />
        <Buttons>
          <SubmitButton>Save Preferences</SubmitButton>
        </Buttons>
      </PostForm>
    </>
  );
}

function listOf(kinds: readonly NotificationKind[]): string {
  const labels = kinds.map((kind) => notificationKinds[kind].label);
  return new Intl.ListFormat("en-US").format(labels);
}

const groups = [...new Set(Object.values(notificationKinds).map(({ group }) => group))];

/** Shows a switch for each kind of mail, in groups; a refused form shows them as they were sent. */
function KindSwitches({
  kinds,
  on,
}: {
  kinds: readonly NotificationKind[];
  on: readonly NotificationKind[];
}) {
  const sent = useContext(Reply)?.values.kinds;
  const ticked: readonly string[] = Array.isArray(sent) ? sent : on;
  return groups.map((group) => {
    const own = kinds.filter((kind) => notificationKinds[kind].group === group);
    if (own.length === 0) return null;
    return (
      <fieldset className="field" key={group}>
        <legend>{group}</legend>
        <div className="choices">
          {own.map((kind) => (
            <div key={kind}>
              <label className="choice">
                <input type="checkbox" name="kinds" value={kind} defaultChecked={ticked.includes(kind)} />{" "}
                <span>
                  <span className="choice-label">{notificationKinds[kind].label}</span>{" "}
                  <span className="choice-hint">{notificationKinds[kind].description}</span>
                </span>
              </label>
            </div>
          ))}
        </div>
      </fieldset>
    );
  });
}

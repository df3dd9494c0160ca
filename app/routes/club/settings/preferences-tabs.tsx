import { REMINDER_DAYS } from "#app/domain/club/agreements/agreement-times.ts";
import { preferenceFields } from "#app/domain/club/settings/fields.ts";
import { type ClubPreferences, MOST_AGREEMENT_DAYS } from "#app/domain/club/settings/profile.ts";
import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";
import { timeZoneChoices } from "#app/domain/values/time-zones.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { OwnParagraphMissing } from "#app/routes/club/agreements/own-paragraph-missing.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/choices.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";

const reminderDays = new Intl.ListFormat("en-US").format(REMINDER_DAYS.map(String));

const inputs = inputsOf(preferenceFields);

/** The club's time zone, its part in the leaderboard, and its agreements. */
export function PreferencesForm(props: {
  preferences: ClubPreferences;
  /** The club's state: the zone of most of its people comes first. */
  state: string;
  version: string;
  /** The languages in which parents do not read the club's own paragraph. */
  withoutParagraph: readonly AgreementLanguage[];
  reply?: FormReply;
}) {
  const { preferences, state, version, withoutParagraph, reply } = props;
  return (
    <section>
      <h2 id="preferences">Time zone, leaderboard, agreements</h2>
      <OwnParagraphMissing languages={withoutParagraph} mayEdit />
      <PostForm reply={reply}>
        <Hidden name="intent" value="preferences" />
        <Version value={version} />
        <SelectField
          {...inputs.timezone}
          hint="Games keep their local times: a game at 6:00 PM stays at 6:00 PM, in the new zone. Kick-offs, the 48 hours for ratings and the leaderboard follow at once."
          value={preferences.timezone}
          choices={timeZoneChoices(state)}
        />
        <fieldset className="field">
          <legend>Leaderboard</legend>
          <div className="hint">
            Anybody, also without an account, sees a team's name, club, city, state, age group, gender and
            scores, and nothing about people. Without the tick your teams leave it at once; with it they are
            back.
          </div>
          <CheckboxField {...inputs.onLeaderboard} checked={preferences.onLeaderboard} />
        </fieldset>
        <TextField
          {...inputs.agreementDays}
          hint={`1 to ${MOST_AGREEMENT_DAYS}, from the day on which it is sent. Agreements that are sent already keep their day.`}
          inputMode="numeric"
          value={preferences.agreementDays}
          width="short"
        />
        <fieldset className="field">
          <legend>Agreement reminders</legend>
          <div className="hint">
            {`Parents who have not signed get an email after ${reminderDays} days, and none once the agreement has expired. Each carries a link that stops them.`}
          </div>
          <CheckboxField {...inputs.agreementReminders} checked={preferences.agreementReminders} />
        </fieldset>
        <TextArea
          {...inputs.agreementText}
          hint="Parents read it below the text that all clubs share. Who has signed already signed the words of that day."
          value={preferences.agreementText}
          rows={4}
        />
        <TextArea
          {...inputs.agreementTextEs}
          hint="Who reads the agreement in Spanish reads this one. While it is empty, they sign without your paragraph."
          value={preferences.agreementTextEs}
          rows={4}
        />
        <Buttons>
          <SubmitButton>Save Preferences</SubmitButton>
        </Buttons>
      </PostForm>
    </section>
  );
}

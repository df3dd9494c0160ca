import { REMINDER_DAYS } from "#app/domain/club/agreements/agreement-times.ts";
import { agreementPreferenceFields, gamePreferenceFields } from "#app/domain/club/settings/fields.ts";
import { MOST_AGREEMENT_DAYS } from "#app/domain/club/settings/profile.ts";
import { timeZoneChoices } from "#app/domain/values/time-zones.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { OwnParagraphMissing } from "#app/routes/club/agreements/own-paragraph-missing.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import type { AgreementsTab, GamesTab } from "./preferences-tabs.server.ts";

const reminderDays = new Intl.ListFormat("en-US").format(REMINDER_DAYS.map(String));

const ofGames = inputsOf(gamePreferenceFields);
const ofAgreements = inputsOf(agreementPreferenceFields);

/** Edits the club's time zone, and its part in the leaderboard. */
export function GamesPanel({ data: { values, version, state } }: { data: GamesTab }) {
  return (
    <PostForm>
      <Version value={version} />
      <SelectField
        {...ofGames.timezone}
        hint="Games keep their local times: a game at 6:00 PM stays at 6:00 PM, in the new zone. Kick-offs, the 48 hours for ratings and the leaderboard follow at once."
        value={values.timezone}
        choices={timeZoneChoices(state)}
      />
      <fieldset className="field">
        <legend>Leaderboard</legend>
        <div className="hint">
          Anybody, also without an account, sees a team's name, club, city, state, age group, gender and
          scores, and nothing about people. Without the tick your teams leave it at once; with it they are
          back.
        </div>
        <CheckboxField {...ofGames.onLeaderboard} checked={values.onLeaderboard} />
      </fieldset>
      <Buttons>
        <SubmitButton>Save</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

/** Edits the days that an agreement waits, its own paragraph, and its reminders. */
export function AgreementsPanel({ data: { values, version, withoutParagraph } }: { data: AgreementsTab }) {
  return (
    <>
      <OwnParagraphMissing languages={withoutParagraph} mayEdit />
      <PostForm>
        <Version value={version} />
        <TextField
          {...ofAgreements.agreementDays}
          hint={`1 to ${MOST_AGREEMENT_DAYS}, from the day on which it is sent. Agreements that are sent already keep their day.`}
          inputMode="numeric"
          value={values.agreementDays}
          width="short"
        />
        <fieldset className="field">
          <legend>Agreement reminders</legend>
          <div className="hint">
            {`Parents who have not signed get an email after ${reminderDays} days, and none once the agreement has expired. Each carries a link that stops them.`}
          </div>
          <CheckboxField {...ofAgreements.agreementReminders} checked={values.agreementReminders} />
        </fieldset>
        <TextArea
          {...ofAgreements.agreementText}
          hint="Parents read it below the text that all clubs share. Who has signed already signed the words of that day."
          value={values.agreementText}
          rows={4}
        />
        <TextArea
          {...ofAgreements.agreementTextEs}
          hint="Who reads the agreement in Spanish reads this one. While it is empty, they sign without your paragraph."
          value={values.agreementTextEs}
          rows={4}
        />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
        </Buttons>
      </PostForm>
    </>
  );
}

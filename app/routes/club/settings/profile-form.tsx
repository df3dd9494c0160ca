import { profileFields } from "#app/domain/club/settings/fields.ts";
import type { ClubProfile } from "#app/domain/club/settings/profile.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";

const inputs = inputsOf(profileFields);

/** The fields of the Club Profile that its administrators may change. */
export function ProfileForm(props: { profile: ClubProfile; version: string; reply?: FormReply }) {
  const { profile, version, reply } = props;
  return (
    <PostForm reply={reply}>
      <Hidden name="intent" value="profile" />
      <Version value={version} />
      <TextField
        {...inputs.clubName}
        hint="Leaderboard, emails and pages follow. The club code stays."
        value={profile.clubName}
        autoComplete="organization"
      />
      <TextField {...inputs.contactName} value={profile.contactName} autoComplete="name" />
      <TextField
        {...inputs.email}
        hint="Where the club's emails and password resets go. A new address counts once it is confirmed."
        type="email"
        value={profile.email}
        autoComplete="email"
      />
      <TextField {...inputs.phone} type="tel" value={profile.phone} autoComplete="tel" width="medium" />
      <SelectField
        {...inputs.state}
        value={profile.state}
        choices={stateChoices}
        autoComplete="address-level1"
      />
      <TextField {...inputs.city} value={profile.city} autoComplete="address-level2" />
      <TextField {...inputs.address} value={profile.address} autoComplete="address-line1" />
      <TextField {...inputs.zipCode} value={profile.zipCode} autoComplete="postal-code" width="short" />
      <TextField {...inputs.website} type="url" value={profile.website} autoComplete="url" />
      <TextArea {...inputs.description} value={profile.description} rows={4} />
      <Buttons>
        <SubmitButton>Save Profile</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

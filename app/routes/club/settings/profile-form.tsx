import type { ClubProfile } from "#app/domain/club/settings/profile.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";

/** The fields of the Club Profile that its administrators may change. */
export function ProfileForm(props: { profile: ClubProfile; version: string; reply?: FormReply }) {
  const { profile, version, reply } = props;
  return (
    <PostForm reply={reply}>
      <Hidden name="intent" value="profile" />
      <Version value={version} />
      <TextField
        name="clubName"
        label="Club Name"
        hint="Leaderboard, emails and pages follow. The club code stays."
        value={profile.clubName}
        autoComplete="organization"
        maxLength={80}
        required
      />
      <TextField
        name="contactName"
        label="Contact Name"
        value={profile.contactName}
        autoComplete="name"
        maxLength={80}
        required
      />
      <TextField
        name="email"
        label="Email"
        hint="Where the club's emails and password resets go. A new address counts once it is confirmed."
        type="email"
        value={profile.email}
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        name="phone"
        label="Phone"
        type="tel"
        value={profile.phone}
        autoComplete="tel"
        maxLength={40}
        width="medium"
      />
      <SelectField
        name="state"
        label="State"
        value={profile.state}
        choices={stateChoices}
        autoComplete="address-level1"
        required
      />
      <TextField
        name="city"
        label="City"
        value={profile.city}
        autoComplete="address-level2"
        maxLength={80}
        required
      />
      <TextField
        name="address"
        label="Address"
        value={profile.address}
        autoComplete="street-address"
        maxLength={120}
      />
      <TextField
        name="zipCode"
        label="ZIP Code"
        value={profile.zipCode}
        autoComplete="postal-code"
        maxLength={10}
        width="short"
      />
      <TextField
        name="website"
        label="Website"
        type="url"
        value={profile.website}
        autoComplete="url"
        maxLength={200}
      />
      <TextArea
        name="description"
        label="Description"
        value={profile.description}
        rows={4}
        maxLength={2000}
      />
      <Buttons>
        <SubmitButton>Save Profile</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

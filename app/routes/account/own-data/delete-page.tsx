import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { deleteAccountFields } from "#app/domain/control/accounts/fields.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { DeletionTakes } from "#app/journeys/own-data/forget-in-clubs.server.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/** What goes, what stays, and the form; no form while a club would be left without an administrator. */
export function DeletePage(props: { taken: DeletionTakes; back: string }) {
  const { taken, back } = props;
  return (
    <SitePage
      title="Delete your account"
      lead="This takes effect at once and cannot be undone."
      width="narrow"
    >
      <WhatGoes taken={taken} />
      <WhatStays taken={taken} />
      <p>
        Would you like to keep something? <a href={href("/account/copy")}>Get a copy of your data</a> first.
      </p>
      {taken.needsAdmin.length > 0 ? <NeedsAdmin clubs={taken.needsAdmin} back={back} /> : null}
      {taken.needsAdmin.length === 0 ? <DeleteForm back={back} /> : null}
    </SitePage>
  );
}

function WhatGoes({ taken }: { taken: DeletionTakes }) {
  const { clubs, teams, sessions, email } = taken;
  return (
    <>
      <h2>What goes</h2>
      <ul>
        <li>
          Your name, phone and email ({email}), everywhere in {brand.name}
        </li>
        {clubs.length > 0 ? (
          <li>
            Your access to {clubs.join(", ")}
            {teams > 0 ? `, with your place in ${pluralize(teams, "team")}` : ""}
          </li>
        ) : null}
        <li>{pluralize(sessions, "session")}: you are signed out everywhere, this device included</li>
        <li>Your notification choices, calendar links, open invitations and the list of emails to you</li>
      </ul>
    </>
  );
}

function WhatStays({ taken }: { taken: DeletionTakes }) {
  const { ratings, notes, uncounted, sameAddress } = taken;
  return (
    <>
      <h2>What stays, and why</h2>
      <ul>
        <li>
          {pluralize(ratings, "rating")} you gave: they are the club's record of its games, and stay under "A
          former coach" or "A former manager"
        </li>
        {notes > 0 ? (
          <li>
            {pluralize(notes, "note")} you wrote about incidents: they belong to the club's cases, without
            your name
          </li>
        ) : null}
        <li>
          That an account signed in or was deleted, under a random number, in the audit log of the club and
          the platform
        </li>
        <li>Agreements you signed as a parent: their own link shows and erases them</li>
        {sameAddress.length > 0 ? (
          <li>
            {taken.email} as the contact address of {sameAddress.join(", ")}, until it is changed in Club
            Settings
          </li>
        ) : null}
        {uncounted.length > 0 ? (
          <li>
            {uncounted.join(", ")} cannot be read right now and is not counted here. Your name is removed
            there as soon as it can.
          </li>
        ) : null}
      </ul>
    </>
  );
}

function NeedsAdmin({ clubs, back }: { clubs: readonly string[]; back: string }) {
  return (
    <>
      <Notice tone="minor" title={`You are the last administrator of ${clubs.join(", ")}`}>
        <p>
          Invite another administrator under Club Settings, Users & Roles, or set the password of the club's
          own sign-in. Once one of them can sign in, you can delete your account here.
        </p>
      </Notice>
      <Buttons>
        <ButtonLink href={href("/club/settings", { tab: "users" })}>Users & Roles</ButtonLink>
        <ButtonLink href={back} look="quiet">
          Back
        </ButtonLink>
      </Buttons>
    </>
  );
}

const inputs = inputsOf(deleteAccountFields);

function DeleteForm({ back }: { back: string }) {
  return (
    <PostForm>
      <CurrentPasswordField />
      <TextField {...inputs.confirm} autoComplete="off" />
      <FormButtons submit="Delete My Account" look="danger" back={back} keep="Keep My Account" />
    </PostForm>
  );
}

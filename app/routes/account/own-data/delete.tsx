import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flashCookie } from "#app/auth/cookies.server.ts";
import { requireAccount } from "#app/auth/guards.server.ts";
import { endSession } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { deleteAccountFields } from "#app/domain/control/accounts/fields.ts";
import { deleteAccountSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { deleteOwnAccount } from "#app/domain/control/own-data/delete-account.server.ts";
import { deletionLabels } from "#app/domain/control/own-data/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { type DeletionTakes, whatDeletionTakes } from "#app/journeys/own-data/forget-in-clubs.server.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ClubsOwnAccount } from "./clubs-own-account.tsx";

export const handle = { passwords: true };
export const meta = () => title("Delete Your Account");

/** Counts what is deleted and what stays; works without a club too (product/privacy.md#deleting-an-account). */
export async function loader(args: LoaderFunctionArgs) {
  const { platform, session } = await requireAccount(args);
  const back = session.clubCode ? href("/account") : href("/club/choose");
  const { email } = session;
  if (!email) return { back, taken: null };
  return { back, taken: await whatDeletionTakes(platform, { accountId: session.accountId, email }) };
}

export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireAccount(args);
  const reading = await readForm(args.request, deleteAccountSchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const deleted = await deleteOwnAccount(control, session.accountId, reading.value);
    if (!deleted.ok) {
      const label = deletionLabels[deleted.problem];
      if (deleted.problem === "locked") return reading.refuse({ "": label }, 429);
      return reading.refuse({ [deleted.problem === "wrong" ? "current" : ""]: label });
    }
    note({ event: "account deleted" });
    const headers = new Headers({ "Set-Cookie": await endSession(control, args.request) });
    const text = "Your account is deleted. An email confirms it.";
    headers.append("Set-Cookie", await flashCookie.serialize({ kind: "good", text }));
    return redirect(href("/club/login"), { status: 303, headers });
  }, reading.refuse);
}

export default function DeleteAccount() {
  const { back, taken } = useLoaderData<typeof loader>();
  if (!taken) return <ClubsOwnAccount title="Delete your account" back={back} />;
  return <DeletePage taken={taken} back={back} />;
}

/** Shows what is deleted, what stays, and the form; no form while a club would lose its last administrator. */
function DeletePage(props: { taken: DeletionTakes; back: string }) {
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

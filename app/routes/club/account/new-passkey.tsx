import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { isOwnChallenge } from "#app/domain/control/passkeys/challenge.server.ts";
import { creationOptions, passkeysPossible } from "#app/domain/control/passkeys/device-answer.server.ts";
import { addPasskeySchema } from "#app/domain/control/passkeys/forms.server.ts";
import { passkeyLabels } from "#app/domain/control/passkeys/labels.ts";
import { finishPasskey, passkeysOf } from "#app/domain/control/passkeys/passkeys.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PasskeyForm } from "#app/ui/passkeys/passkey-form.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };

export const meta = () => title("New Passkey");

/** Loads the second step of a new passkey, in which the device makes it. Without the first step, redirects there. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, user } = await requireClubUser(args, "club.see");
  const query = new URL(args.request.url).searchParams;
  const challenge = query.get("challenge") ?? "";
  if (!passkeysPossible() || !isOwnChallenge(challenge, `add ${session.accountId}`, now()))
    throw redirect(href("/account/passkeys"));
  const existing = await passkeysOf(control, session.accountId);
  const account = { id: session.accountId, name: user.name, email: session.email ?? session.clubName ?? "" };
  const ids = existing.map(({ id }) => id);
  return {
    options: await creationOptions(challenge, account, ids),
    name: (query.get("name") ?? "").slice(0, 60) || "My device",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireClubUser(args, "club.see");
  const reading = await readForm(args.request, addPasskeySchema, { hide: ["credential"] });
  if (!reading.ok) return reading.answer;
  const added = await finishPasskey(control, session.accountId, reading.value);
  if (!added.ok) {
    note({ event: "passkey refused", reason: added.problem, ...(added.why ? { why: added.why } : {}) });
    return reading.refuse({ "": passkeyLabels[added.problem] });
  }
  note({ event: "passkey added" });
  return redirectWith(href("/account/passkeys"), `'${reading.value.name}' signs in from now on.`);
}

export default function NewPasskey() {
  const { options, name } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="New Passkey"
      lead="Your device asks for your fingerprint, your face or its PIN, and keeps the key."
      crumbs={[
        { label: "Your Account", href: "/account" },
        { label: "Passkeys", href: "/account/passkeys" },
        { label: "New Passkey" },
      ]}
    >
      <PasskeyForm
        kind="create"
        options={options}
        otherwise={<p>This browser cannot make passkeys: it is too old for them, or scripts are off.</p>}
      >
        <Hidden name="name" value={name} />
        <Buttons>
          <SubmitButton>{`Create the Passkey '${name}'`}</SubmitButton>
        </Buttons>
      </PasskeyForm>
      <Buttons>
        <ButtonLink href="/account/passkeys" look="quiet">
          Back
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}

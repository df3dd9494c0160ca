import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { passkeysPossible } from "#app/domain/control/passkeys/device-answer.server.ts";
import { passkeyFields } from "#app/domain/control/passkeys/fields.ts";
import {
  removePasskeySchema,
  removePasskeysSchema,
  startPasskeySchema,
} from "#app/domain/control/passkeys/forms.server.ts";
import { passkeyLabels } from "#app/domain/control/passkeys/labels.ts";
import {
  dropPasskey,
  dropPasskeys,
  MOST_PASSKEYS,
  passkeysOf,
  startPasskey,
} from "#app/domain/control/passkeys/passkeys.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };

export const meta = () => title("Passkeys");

/** Lists the user's passkeys (product/accounts.md#passkeys). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, club, client } = await requireClubUser(args, "club.see");
  const passkeys = await passkeysOf(control, session.accountId);
  const asked = new URL(args.request.url).searchParams;
  return {
    remove: toRemove(asked.get("remove"), passkeys),
    possible: passkeysPossible(),
    full: passkeys.length >= MOST_PASSKEYS,
    device: deviceName(client.userAgent),
    afterReset: asked.get("after") === "reset",
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      since: formatMoment(created_at, club.timezone),
      used: last_used_at ? formatMoment(last_used_at, club.timezone) : "not yet",
    })),
  };
}

/** Returns the passkeys that the page asks about: one, or all (`name` is null); null for none. */
function toRemove(asked: string | null, passkeys: readonly { id: string; name: string }[]) {
  if (asked === "all") return passkeys.length > 0 ? { id: "", name: null } : null;
  const one = passkeys.find(({ id }) => id === asked);
  return one ? { id: one.id, name: one.name } : null;
}

/** Asks for the password before a passkey is made, or removes one or all. */
export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireClubUser(args, "club.see");
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "remove") {
    const reading = readFields(posted, removePasskeySchema);
    if (!reading.ok) return reading.answer;
    const name = await dropPasskey(control, session.accountId, reading.value.passkey);
    note({ event: "passkey removed", done: name !== null });
    return redirectWith(
      href("/account/passkeys"),
      name === null
        ? "That passkey was gone already."
        : `'${name}' no longer signs in. Delete it on the device as well.`,
    );
  }
  if (posted.get("intent") === "remove-all") {
    const reading = readFields(posted, removePasskeysSchema);
    if (!reading.ok) return reading.answer;
    const removed = await dropPasskeys(control, session.accountId);
    note({ event: "passkeys removed", removed });
    return redirectWith(
      href("/account/passkeys"),
      removed === 0
        ? "Your passkeys were gone already."
        : `${pluralize(removed, "passkey")} removed. Only your password signs in now.`,
    );
  }
  const reading = readFields(posted, startPasskeySchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  return orTooBusy(async () => {
    const started = await startPasskey(control, session.accountId, value.current);
    if (started.ok)
      return redirect(href("/account/passkeys/new", { challenge: started.challenge, name: value.name }), 303);
    const at = started.problem === "wrong" ? "current" : "";
    return refuse({ [at]: passkeyLabels[started.problem] }, started.problem === "locked" ? 429 : 422);
  }, refuse);
}

export default function Passkeys() {
  const { remove, ...page } = useLoaderData<typeof loader>();
  return remove ? <RemovePasskeys {...remove} /> : <PasskeysPage {...page} />;
}

const inputs = inputsOf(passkeyFields);

function PasskeysPage(props: {
  /** True if the site's name can have passkeys. */
  possible: boolean;
  full: boolean;
  /** Suggested name of a new one. */
  device: string;
  /** True if the owner has just reset the password, which keeps them. */
  afterReset: boolean;
  passkeys: readonly { id: string; name: string; since: string; used: string }[];
}) {
  const reply = useReply();
  const { possible, full, device, afterReset, passkeys } = props;
  return (
    <ClubPage
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or your device's PIN. Your password keeps working."
      crumbs={[{ label: "Your Account", href: "/account" }, { label: "Passkeys" }]}
    >
      {afterReset && passkeys.length > 0 ? (
        <Notice tone="minor" title="These passkeys still sign in">
          <p>
            Your password is new, and every device is signed out. Was somebody else in your account? Remove
            what you do not know, or all of them: your password keeps working.
          </p>
        </Notice>
      ) : null}
      {passkeys.length === 0 ? (
        <Empty title="No passkeys yet">
          <p>
            You need none. With one, signing in takes a touch, and nobody can trick you out of a password.
          </p>
        </Empty>
      ) : (
        <RowTable
          caption="Your passkeys"
          columns={[
            { name: "Name", place: "name" },
            { name: "Remove", place: "state" },
            { name: "Use", place: "line" },
          ]}
          rows={passkeys.map(({ id, name, since, used }) => ({
            key: id,
            cells: [
              name,
              <ButtonLink key="remove" href={href("/account/passkeys", { remove: id })}>
                Remove<span className="visually-hidden"> {name}</span>
              </ButtonLink>,
              `made ${since}, last used ${used}`,
            ],
          }))}
        />
      )}
      {passkeys.length > 1 ? (
        <Buttons>
          <ButtonLink href={href("/account/passkeys", { remove: "all" })}>Remove All</ButtonLink>
        </Buttons>
      ) : null}
      <h2>Add a passkey</h2>
      <AddForm {...{ possible, full, device, reply }} />
      <p className="muted">
        A passkey stays when you change or reset your password. Remove those that you do not know.
      </p>
    </ClubPage>
  );
}

/** Asks before one passkey, or all of them, stop working. */
function RemovePasskeys({ name, id }: { name: string | null; id: string }) {
  return (
    <ConfirmPage
      title={name === null ? "Remove all your passkeys?" : `Remove '${name}'?`}
      lead="It no longer signs in. Your password keeps working."
      crumbs={[
        { label: "Your Account", href: "/account" },
        { label: "Passkeys", href: "/account/passkeys" },
        { label: "Remove" },
      ]}
      fields={
        name === null ? (
          <Hidden name="intent" value="remove-all" />
        ) : (
          <>
            <Hidden name="intent" value="remove" />
            <Hidden name="passkey" value={id} />
          </>
        )
      }
      submit={name === null ? "Remove All" : "Remove"}
      look="danger"
      back="/account/passkeys"
    />
  );
}

function AddForm(props: { possible: boolean; full: boolean; device: string; reply?: FormReply }) {
  const { possible, full, device, reply } = props;
  if (!possible) return <p>Passkeys work once this site has a name instead of a network address.</p>;
  if (full) return <p>You have ten passkeys. Remove one that you no longer use first.</p>;
  return (
    <>
      <p data-no-passkey="">
        This browser cannot make passkeys: it is too old for them, or scripts are off. Everything else works
        as before.
      </p>
      <div data-passkey-link="" hidden>
        <PostForm reply={reply}>
          <Hidden name="intent" value="start" />
          <TextField {...inputs.name} value={device} hint="So that you know it in the list" />
          <CurrentPasswordField />
          <FormButtons submit="Continue" back="/account" keep="Back" />
        </PostForm>
      </div>
    </>
  );
}

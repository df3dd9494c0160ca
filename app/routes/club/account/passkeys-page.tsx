import { href } from "#app/config/addresses.ts";
import { passkeyFields } from "#app/domain/control/passkeys/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";

const inputs = inputsOf(passkeyFields);

export function PasskeysPage(props: {
  /** The site has a name that passkeys can belong to. */
  possible: boolean;
  full: boolean;
  /** Suggested as the name of a new one. */
  device: string;
  /** The owner has just reset the password, which leaves them. */
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

/** Asks before one passkey, or all of them, no longer sign in. */
export function RemovePasskeys({ name, id }: { name: string | null; id: string }) {
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

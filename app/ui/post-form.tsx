import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import type { AskedAddress, FormReply } from "#app/forms/reply.ts";
import type { Difference } from "#app/forms/stale-form.ts";
import { Buttons, SubmitButton } from "./buttons.tsx";
import { FormsClosed, fieldId, InClosedForm, Reply } from "./field.tsx";
import { Notice } from "./notice.tsx";

/** Returns the action's refusal, or the values that the loader kept (`kept`) of a form whose session had ended. */
export function useReply(): FormReply | undefined {
  const refusal = useActionData<FormReply>();
  const data = useLoaderData() as { kept?: FormReply | null } | null | undefined;
  return refusal ?? (data?.kept?.kept ? data.kept : undefined);
}

interface PostFormProps {
  /** Id for controls outside of it, which name it in their `form`. */
  id?: string;
  /** Reply of this form, on a page with several. */
  reply?: FormReply;
  action?: string;
  encType?: "multipart/form-data";
  className?: string;
  /** Question to ask first, if the page ships its script. */
  confirm?: string;
  /** Draws the summary of a refusal elsewhere: a long page has it on top. */
  summary?: "elsewhere";
  /** The summary's heading in another language. */
  problemHeading?: string;
  children: ReactNode;
}

/**
 * Posts to its own page. The page's reply fills the fields again and puts each message at its field and in a summary on
 * top. `noValidate` turns off the browser's bubbles, so that the words are ours. The action is the address's query:
 * without an action, w3m drops the query. Never the path too: one that starts with '//' would name another host.
 */
export const PostForm = (props: PostFormProps) =>
  "reply" in props ? <PlainForm {...props} /> : <FormOfPage {...props} />;

const FormOfPage = (props: PostFormProps) => <PlainForm {...props} reply={useReply()} />;

function PlainForm(props: PostFormProps) {
  const { search } = useLocation();
  if (useContext(FormsClosed)) return <ClosedForm {...props} />;
  const { reply } = props;
  return (
    <form
      id={props.id}
      method="post"
      data-confirm={props.confirm}
      action={props.action ?? (search || undefined)}
      encType={props.encType}
      className={props.className ?? "form"}
      noValidate
    >
      <Reply.Provider value={reply}>
        {props.summary ? null : <ErrorSummary reply={reply} heading={props.problemHeading} />}
        {reply?.asked ? <AskedAddresses asked={reply.asked} /> : null}
        {reply?.addressTyped ? <Hidden name="addressTyped" value={reply.addressTyped} /> : null}
        {reply?.kept ? (
          <Notice tone="minor" title="Not saved yet">
            <p>Your session had ended. This is what you typed: check it and save it.</p>
          </Notice>
        ) : null}
        {reply?.stale ? <Differences differences={reply.stale.differences} /> : null}
        {props.children}
      </Reply.Provider>
    </form>
  );
}

/** Shows a disabled form: its values, without its buttons. */
const ClosedForm = ({ reply, className, children }: PostFormProps) => (
  <fieldset disabled className={className ?? "form"}>
    <legend className="hint">Nothing can be changed until your club renews.</legend>
    <InClosedForm.Provider value={true}>
      <Reply.Provider value={reply}>{children}</Reply.Provider>
    </InClosedForm.Provider>
  </fieldset>
);

/**
 * Shows a form with buttons only, on a page whose reply is about another form. While forms are disabled, only one that
 * `downloads` is shown, since it changes nothing.
 */
export function ButtonForm({ downloads, ...props }: Omit<PostFormProps, "reply"> & { downloads?: boolean }) {
  if (useContext(FormsClosed) && !downloads) return null;
  return (
    <FormsClosed.Provider value={false}>
      <PlainForm {...props} reply={undefined} />
    </FormsClosed.Provider>
  );
}

/** Explains why a form was refused, with links to its fields. */
export function ErrorSummary(props: { reply?: FormReply; heading?: string }) {
  const { reply, heading = "There is a problem" } = props;
  const all = Object.entries(reply?.errors ?? {});
  // Fields that share a message have one problem: it links to the first of them.
  const errors = all.filter(
    ([, message], index) => all.findIndex(([, other]) => other === message) === index,
  );
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a refused form's summary takes the focus, so screen readers read it first
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{heading}</h2>
      <ul>
        {errors.map(([name, message]) => (
          <li key={name}>{name === "" ? message : <a href={`#${fieldId(name)}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

/** Most addresses that a question names. */
const ADDRESSES_SHOWN = 10;

/** Asks about addresses that look mistyped; either answer sends the form (product/pages.md#mistyped-addresses). */
function AskedAddresses({ asked }: { asked: readonly AskedAddress[] }) {
  const [first, second] = asked;
  const typed = asked.map((address) => address.typed).join(" ");
  return (
    // biome-ignore lint/a11y/noAutofocus: screen readers read the question first, as they do a refusal
    <div className="notice notice-minor" role="alert" tabIndex={-1} autoFocus>
      {second ? (
        <>
          <p className="notice-title">Did you mean these addresses?</p>
          <ul>
            {asked.slice(0, ADDRESSES_SHOWN).map((address) => (
              <li key={address.typed}>
                {address.meant} <span className="muted">(typed: {address.typed})</span>
              </li>
            ))}
          </ul>
          {asked.length > ADDRESSES_SHOWN ? <p>And {asked.length - ADDRESSES_SHOWN} more.</p> : null}
        </>
      ) : (
        <p className="notice-title">Did you mean {first?.meant}?</p>
      )}
      <Buttons>
        <SubmitButton name="addressMeant" value="yes">
          Use {second ? "These" : first?.meant}
        </SubmitButton>
        <SubmitButton name="addressTyped" value={typed} look="secondary">
          Keep {second ? "Them as Typed" : first?.typed}
        </SubmitButton>
      </Buttons>
    </div>
  );
}

/** Compares values that another user saved meanwhile with the typed ones (product/pages.md#forms). */
function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>Please check it as it is now, then save again.</p>;
  return (
    <section className="differences" aria-labelledby="differences">
      <h2 id="differences">What you typed, and what is stored now</h2>
      <dl>
        {differences.map(({ label, typed, stored }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="muted">You typed:</span> {typed}
            </dd>
            <dd>
              <span className="muted">Stored now:</span> {stored}
            </dd>
          </div>
        ))}
      </dl>
      <p>The form below still holds what you typed. Change what you want to keep, then save again.</p>
    </section>
  );
}

/**
 * Carries the version of the stored values that the form is filled from. A refused form keeps its first version, so
 * that the second try does not overwrite another user's change.
 */
export function Version({ value }: { value: string }) {
  const reply = useContext(Reply);
  const typed = reply?.values.version;
  return (
    <Hidden name="version" value={reply?.stale?.version ?? (typeof typed === "string" ? typed : value)} />
  );
}

export const Hidden = ({ name, value }: { name: string; value: string }) => (
  <input type="hidden" name={name} value={value} />
);

import { Children, type ReactNode, useContext } from "react";
import type { FormReply } from "#app/forms/reply.ts";
import { fieldId, Reply } from "./field.tsx";

/**
 * A form that posts to the page that shows it. `reply` is the action's refusal: it fills the fields again, puts
 * each message at its field and a summary on top. The browser's own bubbles are off: the words are ours.
 */
export function Form(props: {
  /** For controls that stand outside of it (their `form`). */
  id?: string;
  reply?: FormReply;
  action?: string;
  encType?: "multipart/form-data";
  className?: string;
  /** A question to ask first, where the page ships its script. Without one the form is on a page that asks. */
  confirm?: string;
  children: ReactNode;
}) {
  return (
    <form
      id={props.id}
      method="post"
      data-confirm={props.confirm}
      action={props.action}
      encType={props.encType}
      className={props.className ?? "form"}
      noValidate
    >
      <Reply.Provider value={props.reply}>
        <ErrorSummary />
        {props.children}
      </Reply.Provider>
    </form>
  );
}

function ErrorSummary() {
  const reply = useContext(Reply);
  const all = Object.entries(reply?.errors ?? {});
  // Two fields may share one message: it is one problem, and leads to the first of them.
  const errors = all.filter(([, message], place) => all.findIndex(([, each]) => each === message) === place);
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary of a refused form takes the focus, so that it is read first
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>There is a problem</h2>
      <ul>
        {errors.map(([name, message]) => (
          <li key={name}>{name === "" ? message : <a href={`#${fieldId(name)}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

export const Hidden = ({ name, value }: { name: string; value: string }) => (
  <input type="hidden" name={name} value={value} />
);

/** The form's buttons: one primary, then quiet ways out. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{spaced(children)}</div>;
}

/** Neighbours with a space between them, which text browsers and printed lines need. */
export function spaced(children: ReactNode): ReactNode {
  return Children.toArray(children).flatMap((child, place) => (place === 0 ? [child] : [" ", child]));
}

export function SubmitButton(props: {
  children: ReactNode;
  look?: "primary" | "secondary" | "danger";
  name?: string;
  value?: string;
  /** What it says while the answer is under way, where the page ships its script. */
  busy?: string;
  /** The form that it sends, where it stands outside of it, and the address, where that is another than the form's. */
  form?: string;
  action?: string;
}) {
  return (
    <button
      type="submit"
      form={props.form}
      formAction={props.action}
      data-busy={props.busy}
      className={`button button-${props.look ?? "primary"}`}
      name={props.name}
      value={props.value}
    >
      {props.children}
    </button>
  );
}

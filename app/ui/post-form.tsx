import { type ReactNode, useContext } from "react";
import type { FormReply } from "#app/forms/reply.ts";
import { fieldId, Reply } from "./field.tsx";

/**
 * A form that posts to its own page. `reply` is the action's refusal: it fills the fields again and puts each message
 * at its field and in a summary on top. `noValidate` turns off the browser's bubbles, so that the words are ours.
 */
export function PostForm(props: {
  /** For controls outside of it, which name it in their `form`. */
  id?: string;
  reply?: FormReply;
  action?: string;
  encType?: "multipart/form-data";
  className?: string;
  /** A question to ask first, where the page ships its script. */
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
  // Fields that share a message have one problem: it links to the first of them.
  const errors = all.filter(
    ([, message], index) => all.findIndex(([, other]) => other === message) === index,
  );
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a refused form's summary takes the focus, so that screen readers read it first
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

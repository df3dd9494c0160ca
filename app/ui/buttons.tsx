import { Children, type ReactNode, useContext } from "react";
import { FormsClosed, InClosedForm } from "./field.tsx";

/** Lays out a row of buttons: one primary, then quiet alternatives. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{spaced(children)}</div>;
}

/** Adds spaces between items for text browsers and printouts. */
function spaced(children: ReactNode): ReactNode {
  return Children.toArray(children).flatMap((child, index) => (index === 0 ? [child] : [" ", child]));
}

export function SubmitButton(props: {
  children: ReactNode;
  look?: "primary" | "secondary" | "quiet" | "danger";
  name?: string;
  value?: string;
  /** Its label while the form is being sent; needs the page's script. */
  busy?: string;
  /** The id of the form that it submits from outside; `action` overrides the form's address. */
  form?: string;
  action?: string;
}) {
  const [isClosed, inClosed] = [useContext(FormsClosed), useContext(InClosedForm)];
  if (inClosed || (isClosed && props.form)) return null;
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
      <TextOnly>[</TextOnly>
      {props.children}
      <TextOnly>]</TextOnly>
    </button>
  );
}

/** Shows text only in browsers without stylesheets, hidden from screen readers. */
export function TextOnly({ children }: { children: ReactNode }) {
  return <span className="text-only">{children}</span>;
}

/** Draws a link as a button. */
export function ButtonLink(props: {
  href: string;
  look?: "primary" | "secondary" | "quiet" | "danger";
  children: ReactNode;
}) {
  return (
    <a className={`button button-${props.look ?? "secondary"}`} href={props.href}>
      {props.children}
    </a>
  );
}

/** Ends a form with its submit button and a quiet 'Cancel'. */
export function FormButtons(props: {
  submit: ReactNode;
  look?: "primary" | "danger";
  busy?: string;
  back: string;
  keep?: ReactNode;
}) {
  const isClosed = useContext(InClosedForm);
  return (
    <Buttons>
      <SubmitButton look={props.look} busy={props.busy}>
        {props.submit}
      </SubmitButton>
      <ButtonLink href={props.back} look="quiet">
        {isClosed ? "Back" : (props.keep ?? "Cancel")}
      </ButtonLink>
    </Buttons>
  );
}

/** Copies a text. Hidden unless the page's script runs, so show the text itself as well. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  return (
    <button type="button" className="button button-secondary" data-copy={text} hidden>
      {children}
    </button>
  );
}

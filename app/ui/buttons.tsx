import { Children, type ReactNode, useContext } from "react";
import { FormsClosed, InClosedForm } from "./field.tsx";

/** A row of buttons: one primary, then quiet ways out. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{spaced(children)}</div>;
}

/** Text browsers and printouts need the spaces. */
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

/** For browsers without stylesheets: nobody else sees or hears it. */
export function TextOnly({ children }: { children: ReactNode }) {
  return <span className="text-only">{children}</span>;
}

/** A link that looks like a button. */
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

/** How a form ends: the button that sends it, and the quiet way out. */
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

import { createContext, type ReactNode, useContext } from "react";
import type { FormReply } from "#app/forms/reply.ts";

/** The action's refusal, which the form passes to its fields. */
export const Reply = createContext<FormReply | undefined>(undefined);

/** True if a page's forms are disabled because the club is read-only (product/billing.md#term). */
export const FormsClosed = createContext(false);

/** True inside a disabled form, which shows its values without its buttons. */
export const InClosedForm = createContext(false);

export interface FieldProps {
  name: string;
  /** Id for a filter, if the page also has a form with a field of this name. */
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Stored value; text typed before a refusal wins over it. */
  value?: string | number | null;
  required?: boolean;
  /** Label of when it is required, instead of 'optional'. */
  needed?: string;
}

export const fieldId = (name: string) => `field-${name}`;

/** Returns a field's value, error and ARIA attributes. */
export function useField({ name, hint, value, ...props }: FieldProps) {
  const reply = useContext(Reply);
  const typed = reply?.values[name];
  const error = reply?.errors[name];
  const id = props.id ?? fieldId(name);
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    error,
    value: typeof typed === "string" ? typed : (value ?? "").toString(),
    aria: { id, name, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined },
  };
}

export function Labelled(props: FieldProps & { error?: string; children: ReactNode }) {
  const id = props.id ?? fieldId(props.name);
  return (
    <div className={props.error ? "field field-wrong" : "field"}>
      <label htmlFor={id}>
        {props.label}
        {props.required ? null : <span className="optional"> ({props.needed ?? "optional"})</span>}
      </label>{" "}
      {props.hint ? (
        <div className="hint" id={`${id}-hint`}>
          {props.hint}
        </div>
      ) : null}
      <FieldError name={props.name} error={props.error} />
      {props.children}
    </div>
  );
}

export function FieldError({ name, error }: { name: string; error?: string }) {
  if (!error) return null;
  return (
    <p className="field-error" id={`${fieldId(name)}-error`}>
      <span className="visually-hidden">Error: </span>
      {error}
    </p>
  );
}

/** Groups several inputs under one legend. */
export function Choices(props: FieldProps & { look?: string; children: ReactNode }) {
  const { error, aria } = useField(props);
  return (
    <fieldset
      className={error ? "field field-wrong" : "field"}
      id={aria.id}
      aria-describedby={aria["aria-describedby"]}
    >
      <legend>
        {props.label}
        {props.required ? null : <span className="optional"> ({props.needed ?? "optional"})</span>}
      </legend>
      {props.hint ? (
        <div className="hint" id={`${aria.id}-hint`}>
          {props.hint}
        </div>
      ) : null}
      <FieldError name={props.name} error={error} />
      <div className={props.look ?? "choices"}>{props.children}</div>
    </fieldset>
  );
}

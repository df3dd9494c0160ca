import { useContext } from "react";
import type { Choice } from "./choices.tsx";
import { type FieldProps, Labelled, Reply, useField } from "./field.tsx";

export function TextField(
  props: FieldProps & {
    type?: "text" | "email" | "tel" | "password" | "date" | "time" | "search" | "url";
    inputMode?: "numeric" | "text" | "email" | "tel";
    autoComplete?: string;
    maxLength?: number;
    readOnly?: boolean;
    placeholder?: string;
    /** The expected length of the answer. */
    width?: "short" | "medium";
    /** Where the page begins: everything above it is filled in already. */
    autoFocus?: boolean;
  },
) {
  const errors = useContext(Reply)?.errors ?? {};
  // A refused form keeps what was typed except passwords, so an error elsewhere needs this hint.
  const lost = props.type === "password" && !errors[props.name] && Object.keys(errors).some((name) => name);
  const hint = lost ? <PasswordHint hint={props.hint} /> : props.hint;
  const { error, value, aria } = useField({ ...props, hint });
  return (
    <Labelled {...props} hint={hint} error={error}>
      <input
        {...aria}
        type={props.type ?? "text"}
        className={props.width ? `input input-${props.width}` : "input"}
        defaultValue={props.type === "password" ? undefined : value}
        required={props.required}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete}
        maxLength={props.maxLength}
        readOnly={props.readOnly}
        // biome-ignore lint/a11y/noAutofocus: the one thing left to type; a refusal's summary stands before it and wins
        autoFocus={props.autoFocus}
        placeholder={props.placeholder}
      />
    </Labelled>
  );
}

function PasswordHint({ hint }: Pick<FieldProps, "hint">) {
  return <>Enter it again: passwords are not kept. {hint}</>;
}

export function TextArea(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { error, value, aria } = useField(props);
  return (
    <Labelled {...props} error={error}>
      <textarea
        {...aria}
        className="input"
        rows={props.rows ?? 4}
        defaultValue={value}
        required={props.required}
        maxLength={props.maxLength}
      />
    </Labelled>
  );
}

/** The browser's own color picker; a browser without one shows a text field for #rrggbb. */
export function ColorField(props: FieldProps) {
  const { error, value, aria } = useField(props);
  return (
    <Labelled {...props} error={error}>
      <input {...aria} type="color" className="input input-color" defaultValue={value} />
    </Labelled>
  );
}

/** A file to upload; with the page's script, one dropped anywhere on the page. */
export function FileField(props: Omit<FieldProps, "value"> & { accept?: string; multiple?: boolean }) {
  const { error, aria } = useField(props);
  return (
    <Labelled {...props} error={error}>
      <input
        {...aria}
        type="file"
        className="file"
        accept={props.accept}
        multiple={props.multiple}
        required={props.required}
      />
    </Labelled>
  );
}

export function SelectField(
  props: FieldProps & { choices: readonly Choice[]; empty?: string; autoComplete?: string },
) {
  const { error, value, aria } = useField(props);
  return (
    <Labelled {...props} error={error}>
      <select
        {...aria}
        className="input"
        defaultValue={value}
        // Without an empty first choice one is always chosen, and HTML knows no such requirement.
        required={props.required && props.empty !== undefined}
        autoComplete={props.autoComplete}
      >
        {props.empty === undefined ? null : <option value="">{props.empty}</option>}
        {props.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

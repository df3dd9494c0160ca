import { type ReactNode, useContext } from "react";
import { Choices, FieldError, type FieldProps, fieldId, Labelled, Reply, useField } from "./field.tsx";
import { ScoreMark } from "./strip.tsx";

export function TextField(
  props: FieldProps & {
    type?: "text" | "email" | "tel" | "password" | "date" | "time" | "search" | "url";
    inputMode?: "numeric" | "text" | "email" | "tel";
    autoComplete?: string;
    maxLength?: number;
    readOnly?: boolean;
    placeholder?: string;
    /** Expected length of the answer. */
    width?: "short" | "medium";
    /** Focuses the field on load: everything above it is filled in already. */
    autoFocus?: boolean;
  },
) {
  const errors = useContext(Reply)?.errors ?? {};
  // A refused form keeps the typed values except passwords, so an error elsewhere needs this hint.
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
        // biome-ignore lint/a11y/noAutofocus: the one thing left to type; a refusal's summary comes before it and wins
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

/** Shows the browser's own color picker; a browser without one shows a text field for #rrggbb. */
export function ColorField(props: FieldProps) {
  const { error, value, aria } = useField(props);
  return (
    <Labelled {...props} error={error}>
      <input {...aria} type="color" className="input input-color" defaultValue={value} />
    </Labelled>
  );
}

/** Takes a file upload; with the page's script, also by dropping it anywhere on the page. */
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
        // Without an empty first choice one is always chosen, and HTML does not allow `required` there.
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

export interface Choice {
  value: string;
  label: string;
  hint?: string;
}

/** Converts a table of labels by value into choices, in its order. */
export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/**
 * Shows radio buttons under a legend. `card` draws them as large cards; a choice with a `score` shows its shape and
 * number too, so that color is not the only cue.
 */
export function RadioField(props: FieldProps & { choices: readonly ScoreChoice[]; card?: boolean }) {
  const { value } = useField(props);
  return (
    <Choices {...props} look={cardClass(props)}>
      {props.choices.map((choice) => (
        <div key={choice.value}>
          <label className="choice">
            <input
              type="radio"
              name={props.name}
              value={choice.value}
              defaultChecked={value === choice.value}
              required={props.required}
            />{" "}
            <ChoiceText choice={choice} />
          </label>
        </div>
      ))}
    </Choices>
  );
}

interface ScoreChoice extends Choice {
  score?: 0 | 10 | 20;
}

function cardClass({ card, choices }: { card?: boolean; choices: readonly ScoreChoice[] }) {
  if (!card) return "choices";
  const scores = choices.some(({ score }) => score !== undefined);
  return scores ? "choices choices-cards choices-scores" : "choices choices-cards";
}

function ChoiceText({ choice }: { choice: ScoreChoice }) {
  const text = (
    <span>
      <span className="choice-label">{choice.label}</span>{" "}
      {choice.hint ? <span className="choice-hint">{choice.hint}</span> : null}
    </span>
  );
  if (choice.score === undefined) return text;
  return (
    <span className="score-choice">
      <ScoreMark score={choice.score} />
      {text}{" "}
      <span className="score-number" aria-hidden="true">
        {choice.score}
      </span>
    </span>
  );
}

/** More choices than this scroll in a box, so that the fields below stay in reach. */
const CHOICES_SHOWN = 12;

/** Checkboxes that share one name. */
export function CheckboxGroup(
  props: Omit<FieldProps, "value"> & { choices: readonly Choice[]; values?: readonly string[] },
) {
  const reply = useContext(Reply);
  const typed = reply?.values[props.name];
  const ticked: readonly string[] = Array.isArray(typed) ? typed : (props.values ?? []);
  return (
    <Choices {...props} look={props.choices.length > CHOICES_SHOWN ? "choices choices-many" : "choices"}>
      {props.choices.map((choice) => (
        <div key={choice.value}>
          <label className="choice">
            <input
              type="checkbox"
              name={props.name}
              value={choice.value}
              defaultChecked={ticked.includes(choice.value)}
            />{" "}
            <span className="choice-label">{choice.label}</span>
          </label>
        </div>
      ))}
    </Choices>
  );
}

/** Shows a single checkbox with its sentence. */
export function CheckboxField(props: {
  name: string;
  label: ReactNode;
  checked?: boolean;
  required?: boolean;
}) {
  const reply = useContext(Reply);
  const error = reply?.errors[props.name];
  const checked = reply ? reply.values[props.name] === "on" : props.checked;
  const id = fieldId(props.name);
  return (
    <div className={error ? "field field-wrong" : "field"}>
      <FieldError name={props.name} error={error} />
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          name={props.name}
          value="on"
          defaultChecked={checked}
          required={props.required}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />{" "}
        <span>{props.label}</span>
      </label>
    </div>
  );
}

import { Children, createContext, type ReactNode, useContext } from "react";
import type { FormReply } from "../forms/reply.ts";
import { ScoreMark } from "./strip.tsx";

const Reply = createContext<FormReply | undefined>(undefined);

/**
 * A form that posts to the page that shows it. `reply` is the action's refusal: it fills the fields again, puts
 * each message at its field and a summary on top. The browser's own bubbles are off: the words are ours.
 */
export function Form(props: {
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

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Shown when nothing was typed yet. */
  value?: string | number | null;
  required?: boolean;
}

export const fieldId = (name: string) => `field-${name}`;

function useField({ name, hint, value }: FieldProps) {
  const reply = useContext(Reply);
  const typed = reply?.values[name];
  const error = reply?.errors[name];
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    error,
    value: typeof typed === "string" ? typed : (value ?? "").toString(),
    aria: { id, name, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined },
  };
}

function Labelled(props: FieldProps & { error?: string; children: ReactNode }) {
  const id = fieldId(props.name);
  return (
    <div className={props.error ? "field field-wrong" : "field"}>
      <label htmlFor={id}>
        {props.label}
        {props.required ? null : <span className="optional"> (optional)</span>}
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

function FieldError({ name, error }: { name: string; error?: string }) {
  if (!error) return null;
  return (
    <p className="field-error" id={`${fieldId(name)}-error`}>
      <span className="visually-hidden">Error: </span>
      {error}
    </p>
  );
}

export function TextField(
  props: FieldProps & {
    type?: "text" | "email" | "tel" | "password" | "date" | "time" | "search" | "url";
    inputMode?: "numeric" | "text" | "email" | "tel";
    autoComplete?: string;
    maxLength?: number;
    readOnly?: boolean;
    placeholder?: string;
    /** How wide the answer is expected to be. */
    width?: "short" | "medium";
  },
) {
  const { error, value, aria } = useField(props);
  return (
    <Labelled {...props} error={error}>
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
        placeholder={props.placeholder}
      />
    </Labelled>
  );
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

/** A file to send. The whole box takes a file that is dropped on it (where the page ships its script). */
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

export interface Choice {
  value: string;
  label: string;
  hint?: string;
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
        required={props.required}
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

/**
 * One of a few, as radio buttons under a legend. `card` draws them as large cards; a choice with a `score` carries
 * its shape and number, so that it is told by word, shape and figure.
 */
export function RadioField(props: FieldProps & { choices: readonly ScoreChoice[]; card?: boolean }) {
  const { error, value, aria } = useField(props);
  return (
    <fieldset
      className={error ? "field field-wrong" : "field"}
      id={aria.id}
      aria-describedby={aria["aria-describedby"]}
    >
      <legend>
        {props.label}
        {props.required ? null : <span className="optional"> (optional)</span>}
      </legend>
      {props.hint ? (
        <div className="hint" id={`${aria.id}-hint`}>
          {props.hint}
        </div>
      ) : null}
      <FieldError name={props.name} error={error} />
      <div className={cardClass(props)}>
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
      </div>
    </fieldset>
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

/** Any of a few, as checkboxes that share one name. */
export function CheckboxGroup(
  props: Omit<FieldProps, "value"> & { choices: readonly Choice[]; values?: readonly string[] },
) {
  const reply = useContext(Reply);
  const { error, aria } = useField(props);
  const typed = reply?.values[props.name];
  const ticked: readonly string[] = Array.isArray(typed) ? typed : (props.values ?? []);
  return (
    <fieldset
      className={error ? "field field-wrong" : "field"}
      id={aria.id}
      aria-describedby={aria["aria-describedby"]}
    >
      <legend>
        {props.label}
        {props.required ? null : <span className="optional"> (optional)</span>}
      </legend>
      {props.hint ? (
        <div className="hint" id={`${aria.id}-hint`}>
          {props.hint}
        </div>
      ) : null}
      <FieldError name={props.name} error={error} />
      <div className="choices">
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
      </div>
    </fieldset>
  );
}

/** A single checkbox with its sentence. */
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
}) {
  return (
    <button
      type="submit"
      data-busy={props.busy}
      className={`button button-${props.look ?? "primary"}`}
      name={props.name}
      value={props.value}
    >
      {props.children}
    </button>
  );
}

import { type ReactNode, useContext } from "react";
import { Choices, FieldError, type FieldProps, fieldId, Reply, useField } from "./field.tsx";
import { ScoreMark } from "./strip.tsx";

export interface Choice {
  value: string;
  label: string;
  hint?: string;
}

/** The choices of a table of labels by value, in its order. */
export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/**
 * Radio buttons under a legend. `card` draws them as large cards; a choice with a `score` shows its shape and number
 * too, so that color is not the only cue.
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

/** Checkboxes that share one name. */
export function CheckboxGroup(
  props: Omit<FieldProps, "value"> & { choices: readonly Choice[]; values?: readonly string[] },
) {
  const reply = useContext(Reply);
  const typed = reply?.values[props.name];
  const ticked: readonly string[] = Array.isArray(typed) ? typed : (props.values ?? []);
  return (
    <Choices {...props}>
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

import { TextOnly } from "./buttons.tsx";

/** Lists the pages of a journey and marks the current one, counted from 1. */
export function Steps({ current, names }: { current: number; names: readonly string[] }) {
  return (
    <nav aria-label="Progress">
      <ol className="steps">
        {names.map((name, index) => {
          const step = index + 1;
          const done = step < current;
          return (
            <li
              key={name}
              className={done ? "step-done" : undefined}
              aria-current={step === current ? "step" : undefined}
            >
              <span className="visually-hidden">
                Step {step} of {names.length}
                {done ? ", done" : ""}:{" "}
              </span>
              {name}
              {step === current ? <TextOnly> (now)</TextOnly> : null}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

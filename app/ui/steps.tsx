/** Where one is in a journey of a few pages. `current` counts from 1. */
export function Steps({ current, names }: { current: number; names: readonly string[] }) {
  return (
    <nav aria-label="Progress">
      <ol className="steps">
        {names.map((name, place) => {
          const step = place + 1;
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
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

import type { GettingStarted, Step } from "./getting-started.ts";

/** An administrator's first steps, until all are done: the next one is the page's headline. */
export function FirstSteps({ started }: { started: GettingStarted }) {
  const { steps, done } = started;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">Getting Started</h2>
      <p className="muted">
        {done} of {steps.length} steps done
      </p>
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step.label} className={`step-${step.state}`}>
            <p>
              <span className="visually-hidden">{stateName[step.state]}: </span>
              {step.state === "done" ? <strong>{step.label}</strong> : <a href={step.href}>{step.label}</a>}{" "}
              <span className="first-steps-hint">{step.hint}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const stateName: Record<Step["state"], string> = {
  done: "Done",
  next: "Next",
  waiting: "Waiting for others",
  later: "Later",
};

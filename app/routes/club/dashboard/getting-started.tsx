import type { OnboardingSteps } from "#app/domain/club/settings/onboarding-steps.server.ts";
import { Card } from "#app/ui/card.tsx";

/** An administrator's first steps, until all are done. */
export function GettingStarted({ steps }: { steps: OnboardingSteps }) {
  const list = [
    { done: steps.teams, href: "/teams/new", label: "Add Teams", hint: "and who plays in them" },
    {
      done: steps.staffJoined,
      href: "/teams",
      label: "Invite Managers and Coaches",
      hint: "free accounts",
    },
    {
      done: steps.games,
      href: "/schedule/import",
      label: "Import Schedule",
      hint: "or add games by hand",
    },
    {
      done: steps.ratings,
      href: "/rating",
      label: "Start Rating Games",
      hint: "coach and manager, after each game",
    },
  ];
  const done = list.filter((step) => step.done).length;
  if (done === list.length) return null;
  return (
    <Card title="Getting Started">
      <p>
        {done} of {list.length} steps done
      </p>
      <ol className="step-list">
        {list.map((step) => (
          <li key={step.label} className={step.done ? "step-done" : undefined}>
            <span className="step-mark">{step.done ? "✓ Done:" : "To do:"}</span>{" "}
            {step.done ? step.label : <a href={step.href}>{step.label}</a>}{" "}
            <span className="hint">{step.hint}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

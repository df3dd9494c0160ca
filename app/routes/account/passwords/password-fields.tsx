import { useContext } from "react";
import { MIN_PASSWORD, SETUP_SCORE, strengthCriteria } from "#app/domain/control/passwords/password-rules.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Reply } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/**
 * Criteria of a new password besides length and not being a common one (product/accounts.md#passwords): any three of
 * the five, the first four, or none.
 */
type Needs = "three" | "four" | "nothing";

const hints: Record<Needs, string> = {
  three: `From ${MIN_PASSWORD} to 128 characters. At least ${SETUP_SCORE} of the 5 requirements below must be met.`,
  four: "The first 4 of the requirements below must be met.",
  nothing: `At least ${MIN_PASSWORD} characters. The others below make it stronger.`,
};

/** Asks for a new password twice; with the page's script, shows its strength while typing. */
export function NewPasswordFields(props: { label: string; confirmLabel: string; needs: Needs }) {
  return (
    <>
      <TextField
        name="password"
        label={props.label}
        type="password"
        autoComplete="new-password"
        hint={hints[props.needs]}
        required
      />
      <Strength needs={props.needs} />
      <TextField
        name="confirmPassword"
        label={props.confirmLabel}
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}

/** User name of the new password, so that password managers store both and sign in with one tap. */
export const UsernameField = (props: { label: string; value: string; hint?: string; type?: "email" }) => (
  <TextField name="username" {...props} autoComplete="username" readOnly required />
);

/** Asks for the current password before a step that a borrowed phone must not take. */
export const CurrentPasswordField = ({ label = "Current password" }: { label?: string }) => (
  <TextField name="current" label={label} type="password" autoComplete="current-password" required />
);

/** Changes the user's own password. */
export function ChangePasswordForm({ back, busy }: { back: string; busy: string }) {
  return (
    <PostForm>
      <CurrentPasswordField />
      <NewPasswordFields label="New password" confirmLabel="Confirm new password" needs="four" />
      <FormButtons submit="Update Password" busy={busy} back={back} />
    </PostForm>
  );
}

/** Lists the criteria and, after a refused attempt, which of them the password met, if the refusal has that. */
function Strength({ needs }: { needs: Needs }) {
  const values = useContext(Reply)?.values;
  const score = typeof values?.score === "string" ? Number(values.score) : null;
  const missing = [values?.missing ?? []].flat();
  const short = score !== null && needs === "three" && score < SETUP_SCORE;
  return (
    <div className="strength" data-strength="password" data-needs={needs}>
      <p aria-live="polite">
        {score === null ? (
          "Requirements"
        ) : (
          <>
            Your last attempt was <strong>{values?.label}</strong>: {score} of 5 requirements met
            {short ? `, ${SETUP_SCORE} are needed` : null}.
          </>
        )}
      </p>
      {score === null ? null : (
        <meter
          aria-label="Password strength"
          min={0}
          max={5}
          low={2}
          high={4}
          optimum={5}
          value={values?.label === "Weak" ? Math.min(score, 1) : score}
        >
          {score} of 5
        </meter>
      )}
      <ul>
        {strengthCriteria.map((rule) => (
          <li key={rule}>
            {rule}
            {score === null ? null : missing.includes(rule) ? <strong> – missing</strong> : " – met"}
          </li>
        ))}
      </ul>
    </div>
  );
}

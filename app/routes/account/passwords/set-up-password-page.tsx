import { href } from "#app/config/addresses.ts";
import { SETUP_SCORE, strengthCriteria } from "#app/domain/control/passwords/password-rules.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/** The form for a club's first password, or the form for a new link if this one does not work. */
export function SetUpPasswordPage(props: {
  club: { code: string; name: string } | null;
  code: string;
  reply?: FormReply;
}) {
  const { club, code, reply } = props;
  if (!club) return <InvalidLink code={code} reply={reply} />;
  return (
    <SitePage
      title="Set Up Your Password"
      lead={`${club.name} signs in with the club code ${club.code}, or with its email, and this password.`}
      width="narrow"
    >
      <PostForm reply={reply}>
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="From 8 to 128 characters. At least 3 of the 5 requirements below must be met."
          required
        />
        <TextField
          name="confirmPassword"
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          required
        />
        <Strength reply={reply} />
        <Buttons>
          <SubmitButton busy="Saving...">Set Password</SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}

/** The requirements, and after a refused attempt which of them that password met. */
function Strength({ reply }: { reply?: FormReply }) {
  const score = reply?.values.score;
  const tried = typeof score === "string" ? Number(score) : null;
  const missing = [reply?.values.missing ?? []].flat();
  const need = tried !== null && tried < SETUP_SCORE ? `, ${SETUP_SCORE} are needed` : null;
  return (
    <div className="strength" data-strength="password">
      {tried === null ? (
        <p>Requirements</p>
      ) : (
        <p>
          Your last attempt was <strong>{reply?.values.label}</strong>: {tried} of 5 requirements met{need}.{" "}
          <meter
            min={0}
            max={5}
            low={2}
            high={4}
            optimum={5}
            value={reply?.values.label === "Weak" ? Math.min(tried, 1) : tried}
          >
            {tried} of 5
          </meter>
        </p>
      )}
      <ul>
        {strengthCriteria.map((rule) => (
          <li key={rule}>
            {rule}
            {tried === null ? null : missing.includes(rule) ? <strong> – missing</strong> : " – met"}
          </li>
        ))}
      </ul>
    </div>
  );
}

function InvalidLink({ code, reply }: { code: string; reply?: FormReply }) {
  return (
    <SitePage title="Invalid Setup Link" width="narrow">
      <Notice tone="bad">
        <p>This password setup link is invalid or has expired.</p>
      </Notice>
      <Card title="Get a new link">
        <p>We send it to the email address that your club signed up with.</p>
        <PostForm reply={reply}>
          <Hidden name="intent" value="new-link" />
          <TextField
            name="clubCode"
            label="Club Code"
            value={code}
            autoComplete="off"
            maxLength={80}
            width="medium"
            required
          />
          <Buttons>
            <SubmitButton>Send a New Link</SubmitButton>
          </Buttons>
        </PostForm>
      </Card>
      <p>
        Already have a password? <a href="/club/login">Sign in</a> or{" "}
        <a href={href("/account/forgot-password", { for: "club" })}>choose a new password</a>.
      </p>
      <p>
        <ButtonLink href="/contact" look="quiet">
          Contact support
        </ButtonLink>
      </p>
    </SitePage>
  );
}

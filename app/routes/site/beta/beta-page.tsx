import { brand } from "#app/config/brand.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { BrandLink } from "#app/ui/shell/mark.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

const features = [
  "Coach and manager rate the sideline after each game: 20, 10 or 0",
  "Parents sign the behavior agreement on their phone, without an account",
  "Leaderboards by state, age group and gender",
  "Teams, contacts and schedules imported from the files that clubs have",
];

/** The card in place of every page, without links to pages that are locked as well. */
export function BetaPage(props: {
  /** Where the reader was headed. */
  to: string;
  problem: string | null;
  /** A form was sent while the gate was closed. */
  lost: boolean;
  reply?: FormReply;
}) {
  const { to, problem, lost } = props;
  const typedTo = props.reply?.values.to;
  const reply = props.reply ?? (problem ? { values: {}, errors: { code: problem } } : undefined);
  const subject = encodeURIComponent(`Early access to ${brand.name}`);
  return (
    <>
      <header className="site-header">
        <BrandLink href="/" />
      </header>
      <SitePage title="Private Beta Access" lead="Coming Soon" width="narrow">
        {lost ? (
          <Notice tone="minor" title="Not saved">
            <p>What you just sent was not saved. Enter the code, go back to the page and send it again.</p>
          </Notice>
        ) : null}
        <Card title={`${brand.name} makes sidelines better, game by game`}>
          <ul>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </Card>
        <PostForm reply={reply} action="/beta">
          <Hidden name="to" value={typeof typedTo === "string" ? typedTo : to} />
          <TextField
            name="code"
            label="Access code"
            hint="From your invitation to the beta. This browser remembers it."
            autoComplete="off"
            maxLength={200}
            required
          />
          <Buttons>
            <SubmitButton>Enter Beta</SubmitButton>
          </Buttons>
        </PostForm>
        <p>
          No code yet? <a href={`mailto:${brand.mail.support}?subject=${subject}`}>Contact us</a> for early
          access.
        </p>
      </SitePage>
    </>
  );
}

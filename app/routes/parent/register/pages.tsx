import { useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { href } from "#app/config/addresses.ts";
import type { TeamChoice } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { agreementCatalogue, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text.ts";
import { ParentPage, type ParentPageData } from "#app/routes/parent/link/parent-page.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Reply } from "#app/ui/field.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

/** Returns the words of the page, and a function that inserts the club's name. */
export function useRegistration() {
  const { language, clubName } = useLoaderData<ParentPageData>();
  const club = { club: clubName ?? "" };
  return { language, labels: registrationCatalogue(language), fill: (text: string) => fillIn(text, club) };
}

export function RegisterPage({ teams, submission }: { teams: TeamChoice[]; submission: string }) {
  const { language, labels, fill } = useRegistration();
  const { form } = labels;
  return (
    <ParentPage title={fill(form.title)} lead={fill(form.lead)}>
      <PostForm problemHeading={agreementCatalogue(language).problems.heading}>
        <TextField name="name" label={form.name} autoComplete="name" required />
        <TextField
          name="email"
          type="email"
          label={form.email}
          hint={form.emailHint}
          autoComplete="email"
          required
        />
        <TextField name="child" label={form.child} hint={form.childHint} autoComplete="off" required />
        {teams.length > 0 ? (
          <SelectField
            name="team"
            label={form.team}
            required
            empty={form.teamEmpty}
            choices={teams.map(({ id, label }) => ({ value: id, label }))}
          />
        ) : null}
        <MoreChildren teams={teams} />
        <Hidden name="submission" value={submission} />
        <p>{fill(form.kept)}</p>
        <SubmitButton>{form.submit}</SubmitButton>
      </PostForm>
    </ParentPage>
  );
}

/** Numbers of the fields for further children, as in the schema. */
const MORE = [2, 3, 4, 5, 6, 7, 8];

/** Asks for more children; collapsed until one of its fields was used. */
function MoreChildren({ teams }: { teams: TeamChoice[] }) {
  const { form } = useRegistration().labels;
  const reply = useContext(Reply);
  const used = MORE.some((number) => reply?.values[`child${number}`] || reply?.values[`team${number}`]);
  return (
    <details open={used}>
      <summary>{form.more}</summary>
      {MORE.map((number) => (
        <fieldset key={number} className="field">
          <legend>{fillIn(form.moreOf, { number })}</legend>
          <TextField name={`child${number}`} label={form.child} autoComplete="off" />
          {teams.length > 0 ? (
            <SelectField
              name={`team${number}`}
              label={form.team}
              empty={form.teamEmpty}
              choices={teams.map(({ id, label }) => ({ value: id, label }))}
            />
          ) : null}
        </fieldset>
      ))}
    </details>
  );
}

/** Shows the same page for every address that was entered. */
export function SentPage({ slug }: { slug: string }) {
  const { language, labels, fill } = useRegistration();
  const { sent } = labels;
  return (
    <ParentPage title={sent.title}>
      <Notice tone="good">
        <p role="status">{sent.lead}</p>
      </Notice>
      <p>{fill(sent.next)}</p>
      <p>{sent.nothing}</p>
      <p>
        <a href={href("/register/:slug", { slug, lang: language })}>{sent.again}</a>
      </p>
    </ParentPage>
  );
}

export function ClosedPage() {
  const { labels, fill } = useRegistration();
  return <ParentPage title={labels.closed.title} lead={fill(labels.closed.lead)} />;
}

export function UnknownPage() {
  const { labels } = useRegistration();
  return <ParentPage title={labels.unknown.title} lead={labels.unknown.lead} />;
}

import { useLoaderData } from "@remix-run/react";
import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import type { FormReply } from "#app/forms/reply.ts";
import {
  ParentPage,
  type ParentPageData,
  useLabels,
  useParentLink,
} from "#app/routes/parent/link/parent-page.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ErrorSummary, Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import type { Kept } from "./load-kept.server.ts";

/** What is kept of a parent, the form to correct it, and the way to be erased. */
export function DataPage({ kept, saved }: { kept: Kept; saved: boolean }) {
  const reply = useReply();
  const { data, problems } = useLabels();
  const { language } = useLoaderData<ParentPageData>();
  const link = useParentLink();
  return (
    <ParentPage
      title={data.title}
      lead={fillIn(data.lead, { club: kept.clubName })}
      before={<ErrorSummary reply={reply} heading={problems.heading} />}
    >
      {saved && !reply ? (
        <Notice tone="good">
          <p role="status">{data.saved}</p>
        </Notice>
      ) : null}
      <h2>{data.contact}</h2>
      <Facts facts={kept.contact} />
      <h2>{data.evidence}</h2>
      {kept.evidence.length === 0 ? <p>{data.evidenceNone}</p> : <p>{data.immutable}</p>}
      {kept.evidence.map(({ title, facts }) => (
        <section key={`${title} ${facts[0]?.[1]}`}>
          <h3>{title}</h3>
          <Facts facts={facts} />
        </section>
      ))}
      {kept.pulses.length > 0 ? (
        <>
          <h2>{pulseCatalogue(language).data.heading}</h2>
          <Facts facts={kept.pulses} />
        </>
      ) : null}
      <h2>{data.correct}</h2>
      <p>{data.correctLead}</p>
      <CorrectForm form={kept.form} />
      <h2>{data.erase}</h2>
      <p>{data.eraseLead}</p>
      <p>{data.eraseStays}</p>
      <PostForm summary="elsewhere">
        <Hidden name="intent" value="erase" />
        <CheckboxField name="erase" label={data.eraseConfirm} required />
        <SubmitButton look="danger">{data.eraseSubmit}</SubmitButton>
      </PostForm>
      <p>
        <a href={link("/parent/agreement/:token")}>{data.back}</a>
      </p>
    </ParentPage>
  );
}

/** After erasing, the link leads nowhere any more. */
export function ErasedPage() {
  const { data } = useLabels();
  return (
    <ParentPage title={data.erasedTitle}>
      <Notice tone="good">
        <p role="status">{data.erased}</p>
      </Notice>
    </ParentPage>
  );
}

function CorrectForm({ form }: { form: Kept["form"] }) {
  const reply = useReply();
  const { data } = useLabels();
  return (
    <PostForm reply={isErasing(reply) ? undefined : reply} summary="elsewhere">
      <Hidden name="intent" value="correct" />
      <Hidden name="version" value={form.version} />
      <TextField name="parentName" label={data.correctName} value={form.name} autoComplete="name" required />
      <TextField
        name="parentEmail"
        type="email"
        label={data.correctEmail}
        value={form.email}
        autoComplete="email"
        required
      />
      <fieldset className="field">
        <legend>{data.correctPlayers}</legend>
        <div className="hint">{data.correctPlayersHint}</div>
        {form.players.map(({ field, name, teamName }, index) => (
          <TextField
            key={field}
            name={field}
            label={playerLabel(fillIn(data.player, { number: index + 1 }), teamName)}
            value={name}
            autoComplete="off"
            needed={data.optional}
          />
        ))}
        <TextField name="newPlayer" label={data.addPlayer} autoComplete="off" needed={data.optional} />
      </fieldset>
      <SubmitButton>{data.save}</SubmitButton>
    </PostForm>
  );
}

/** A refusal of the other form has nothing that was typed here. */
const isErasing = (reply?: FormReply) => reply !== undefined && !("parentName" in reply.values);

const playerLabel = (player: string, teamName: string | null) =>
  teamName === null ? player : `${player} (${teamName})`;

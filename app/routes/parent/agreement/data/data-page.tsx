import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ParentPage, useLabels, useParentLink } from "#app/routes/parent/agreement/parent-page.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import type { Kept } from "./load-kept.server.ts";

/** What is kept of a parent, the form to correct it, and the way to be erased. */
export function DataPage({ kept, saved, reply }: { kept: Kept; saved: boolean; reply?: FormReply }) {
  const { data } = useLabels();
  const link = useParentLink();
  return (
    <ParentPage title={data.title} lead={fillIn(data.lead, { club: kept.clubName })}>
      {saved && !reply ? (
        <Notice tone="good">
          <p role="status">{data.saved}</p>
        </Notice>
      ) : null}
      <h2>{data.contact}</h2>
      <Facts facts={kept.contact} />
      <h2>{data.correct}</h2>
      <p>{data.correctLead}</p>
      <CorrectForm form={kept.form} reply={reply} />
      <p>
        <a href={link("/parent/agreement/:token")}>{data.back}</a>
      </p>
    </ParentPage>
  );
}

function CorrectForm({ form, reply }: { form: Kept["form"]; reply?: FormReply }) {
  const { data, problems } = useLabels();
  return (
    <PostForm reply={reply} problemHeading={problems.heading}>
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

const playerLabel = (player: string, teamName: string | null) =>
  teamName === null ? player : `${player} (${teamName})`;

import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { href } from "#app/config/addresses.ts";
import { correctOwnData } from "#app/domain/club/agreements/correct-own-data.server.ts";
import { erasePerson } from "#app/domain/club/agreements/erase-person.server.ts";
import { eraseFormSchema, ownDataFormSchema, playerField } from "#app/domain/club/agreements/forms.server.ts";
import {
  type AgreementLanguage,
  agreementCatalogue,
  fillIn,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { noteFormUsed, type OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { UnknownView } from "#app/routes/parent/agreement/views.tsx";
import { mayPost, type OpenedLink, openLink } from "#app/routes/parent/link/open-link.server.ts";
import {
  ParentPage,
  type ParentPageData,
  parentPageData,
  parentTitle,
  useLabels,
  useParentLink,
} from "#app/routes/parent/link/parent-page.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ErrorSummary, Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { type Kept, loadKept } from "./load-kept.server.ts";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? titleOf(data) : "Agreement");

function titleOf({
  language,
  kept,
  erased,
}: {
  language: AgreementLanguage;
  kept: unknown;
  erased: boolean;
}) {
  const { data, unknown } = agreementCatalogue(language);
  if (kept) return data.title;
  return erased ? data.erasedTitle : unknown.title;
}

/** Loads all stored data of the person with the link (product/agreements.md#parents-data). */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  const query = new URL(args.request.url).searchParams;
  const [saved, erased] = [query.has("saved"), query.has("erased")];
  if (!link.opened) return json({ ...page, kept: null, saved, erased }, { status: erased ? 200 : 404 });
  return { ...page, kept: await loadKept(link.opened, link.language), saved, erased };
}

export async function action(args: ActionFunctionArgs) {
  const link = await openLink(args);
  const { opened } = link;
  // The page itself says that the link is dead.
  if (!opened) return redirect(addressOf(args.request), 303);
  const form = await postedForm(args.request);
  if (form.get("intent") === "erase") return eraseParent(link, opened, form);
  await noteFormUsed(opened);
  return saveCorrection(link, opened, form);
}

export default function Data() {
  const { kept, saved, erased } = useLoaderData<typeof loader>();
  if (kept) return <DataPage kept={kept} saved={saved} />;
  return erased ? <ErasedPage /> : <UnknownView />;
}

/** Shows the stored data of a parent, the form to correct it, and the way to be erased. */
function DataPage({ kept, saved }: { kept: Kept; saved: boolean }) {
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

/** Confirms the erasure, after which the link is dead. */
function ErasedPage() {
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

/** Detects a reply of the other form, which has no values of this one. */
const isErasing = (reply?: FormReply) => reply !== undefined && !("parentName" in reply.values);

const playerLabel = (player: string, teamName: string | null) =>
  teamName === null ? player : `${player} (${teamName})`;

/** Saves a parent's correction of their own data. */
async function saveCorrection(
  { ctx, labels, language, token }: OpenedLink,
  opened: OpenedAgreement,
  form: FormData,
): Promise<Response> {
  const { children, agreement, db, control, club } = opened;
  const ids = children.map(({ id }) => id);
  const reading = readFields(form, ownDataFormSchema(language, ids));
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  if (!(await mayPost(ctx, agreement.id))) return refuse({ "": labels.problems.throttled }, 429);
  const { parentName: name, parentEmail: email, newPlayer, version } = value;
  const typed = value as Record<string, string>;
  const players = new Map(ids.map((id) => [id, typed[playerField(id)] ?? ""]));
  const result = await changeClub({ control, db, club }, (tx) =>
    correctOwnData(tx, agreement.id, { data: { name, email, players, newPlayer }, version, at: nowIso() }),
  );
  if (!result.ok && result.problem === "taken") return refuse({ parentEmail: labels.data.taken });
  if (!result.ok && result.problem === "stale") return refuse({ "": labels.data.stale });
  const saved = result.ok ? "yes" : undefined;
  return redirect(href("/parent/agreement/:token/data", { token, lang: language, saved }), 303);
}

/** Erases the parent on their own request. The page says before what stays, and why. */
async function eraseParent(
  { ctx, language, token }: OpenedLink,
  { agreement, db, control, club }: OpenedAgreement,
  form: FormData,
): Promise<Response> {
  const reading = readFields(form, eraseFormSchema(language));
  if (!reading.ok) return reading.answer;
  await changeClub({ control, db, club, parent: { agreementId: agreement.id } }, (tx) =>
    erasePerson(tx, agreement.id, { by: "", at: nowIso() }),
  );
  ctx.note({ event: "parent erased", agreement: agreement.id });
  return redirect(href("/parent/agreement/:token/data", { token, lang: language, erased: "yes" }), 303);
}

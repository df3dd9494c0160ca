import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { href } from "#app/config/addresses.ts";
import { confirmChildren, wasAsked } from "#app/domain/club/agreements/confirm-children.server.ts";
import { signFormSchema } from "#app/domain/club/agreements/forms.server.ts";
import { isLater, joinedAt } from "#app/domain/club/agreements/later-children.ts";
import { type ParentAgreement, teamChoices } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { askForLink, hasAskedForLink } from "#app/domain/club/agreements/request-link.server.ts";
import { reopenDeclined, signAgreement } from "#app/domain/club/agreements/sign.server.ts";
import { emailKey } from "#app/domain/club/contacts/contacts.ts";
import { shownText, typedToSign } from "#app/domain/club/evidence/evidence.server.ts";
import { ownParagraphOf } from "#app/domain/club/evidence/own-paragraph.ts";
import { agreementToken } from "#app/domain/control/agreements/agreement-links.server.ts";
import {
  type AgreementLanguage,
  affirmationNames,
  agreementBlocks,
  agreementCatalogue,
  fillIn,
  formatAgreementDay,
  formatAgreementMoment,
  type TextBlock,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { addDays } from "#app/domain/values/days.ts";
import { normalName } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { noteFormUsed, type OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { missingLetters } from "#app/print/missing-letters.server.ts";
import { mayPost, type OpenedLink, openLink } from "#app/routes/parent/link/open-link.server.ts";
import {
  ParentPage,
  parentPageData,
  parentTitle,
  useLabels,
  useParentLink,
} from "#app/routes/parent/link/parent-page.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { ErrorSummary } from "#app/ui/post-form.tsx";
import { AgreementText, Contents, type TextPart } from "./agreement-text.tsx";
import { SignForm, type SignFormData } from "./sign-form.tsx";
import {
  ClosedView,
  DataLink,
  EndedView,
  ExpiredView,
  SignedView,
  UnknownView,
  type ViewDetails,
} from "./views.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return parentTitle("Agreement");
  const labels = agreementCatalogue(data.language);
  if (data.view === "sign") return parentTitle(labels.text.title);
  if (data.view === "signed" && data.details.already) return parentTitle(labels.signed.alreadyTitle);
  return parentTitle(fillIn(labels[data.view].title, { club: data.clubName ?? "" }));
};

/**
 * Loads the link's agreement (product/agreements.md#public-agreement). Opening it changes nothing: mail programs
 * prefetch links.
 */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  const { opened, language } = link;
  if (!opened) return json({ ...page, view: "unknown" as const }, { status: 404 });
  if (opened.view === "sign") {
    return { ...page, view: "sign" as const, ...(await loadSignPage(opened, language)) };
  }
  const already = new URL(args.request.url).searchParams.has("already");
  return { ...page, view: opened.view, details: await loadViewDetails(opened, language, already) };
}

/** Signs, or asks the club for a new link. */
export async function action(args: ActionFunctionArgs) {
  const link = await openLink(args);
  const { opened } = link;
  const again = redirect(addressOf(args.request), 303);
  if (!opened) return again;
  const form = await postedForm(args.request);
  if (form.get("intent") === "sign") {
    const answer = await sign(link, opened, form);
    await noteFormUsed(opened);
    return answer;
  }
  if (form.get("intent") === "reopen") {
    const { db, control, agreement, club, link: opening } = opened;
    const about = { id: agreement.id, issue: opening.issue };
    await changeClub({ control, db, club }, (tx) => reopenDeclined(tx, about, nowIso()));
    return again;
  }
  if (form.get("intent") === "confirm") return confirm(link, opened, form);
  if (["expired", "declined", "withdrawn"].includes(opened.view)) {
    const { db, control, agreement, club } = opened;
    await changeClub({ control, db, club }, (tx) => askForLink(tx, agreement, nowIso()));
  }
  return again;
}

export default function Agreement() {
  const data = useLoaderData<typeof loader>();
  switch (data.view) {
    case "sign":
      return <SignPage />;
    case "signed":
      return <SignedView details={data.details} />;
    case "expired":
      return <ExpiredView details={data.details} />;
    case "declined":
    case "withdrawn":
      return <EndedView details={data.details} kind={data.view} />;
    case "closed":
      return <ClosedView details={data.details} />;
    case "unknown":
      return <UnknownView />;
  }
}

/** Shows the whole text, then the form. A refusal is on top, where the page begins. */
function SignPage() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { form, problems } = useLabels();
  const link = useParentLink();
  if (data.view !== "sign") return null;
  return (
    <ParentPage
      title={data.title}
      lead={data.lead}
      contents
      before={<ErrorSummary reply={reply} heading={problems.heading} />}
    >
      <Contents label={form.contents} parts={[...data.parts, { id: "sign", heading: form.heading }]} />
      <p className="to-form">
        <a href="#sign">{form.toForm}</a>
      </p>
      <AgreementText parts={data.parts} />
      <SignForm data={data.form} agreeHeading={data.agreeHeading} />
      <p className="muted">{data.version}</p>
      <p>
        <a href={link("/parent/agreement/:token/decline")}>{form.declineLink}</a>
      </p>
      <DataLink />
    </ParentPage>
  );
}

/**
 * Signs an agreement (product/agreements.md#public-agreement). The same form twice, two adults at once, or a new link
 * sent meanwhile: one signature, and the page says which.
 */
async function sign(link: OpenedLink, opened: OpenedAgreement, form: FormData): Promise<Response> {
  const { ctx, labels, language, token } = link;
  const { agreement, contact, club, db, control } = opened;
  const { problems } = labels;
  const page = (already?: "yes") =>
    redirect(href("/parent/agreement/:token", { token, lang: language, already }), 303);
  if (opened.view !== "sign") return page(opened.view === "signed" ? "yes" : undefined);
  const choices = await teamChoices(db);
  const schema = signFormSchema(language, choices.length > 0);
  const reading = readFields(form, schema, { summary: problems.incomplete });
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  const teams = choices.filter(({ id }) => value.teams.includes(id));
  if (choices.length > 0 && teams.length === 0) {
    return refuse({ "": problems.incomplete, teams: problems.teams });
  }
  const somebodyElse = value.notMe && contact.name !== "";
  if (somebodyElse && normalName(value.parentName) === normalName(contact.name))
    return refuse({ "": problems.incomplete, parentName: problems.ownName });
  if (somebodyElse && emailKey(value.parentEmail) === emailKey(contact.email))
    return refuse({ "": problems.incomplete, parentEmail: problems.ownEmail });
  if (!isToday(value.signatureDate, club.timezone)) return refuse({ signatureDate: problems.signatureDate });
  const textChanged = () => {
    // The signature was for the earlier text: boxes and signature are empty again.
    const again = readFields(form, schema, { hide: AGREED });
    return again.ok ? again.refuse({ "": fillIn(problems.textChanged, { club: club.name }) }) : again.answer;
  };
  if (value.textHash !== shownText(club, language).hash) return textChanged();
  if (!(await mayPost(ctx, agreement.id))) return refuse({ "": problems.throttled }, 429);
  const result = await changeClub({ control, db, club }, (tx) =>
    signAgreement(tx, {
      agreementId: agreement.id,
      issue: agreement.issue,
      name: value.parentName,
      email: value.parentEmail,
      players: value.childName,
      teamIds: teams.map(({ id }) => id),
      signature: value.digitalSignature,
      signatureDate: value.signatureDate,
      language,
      textHash: value.textHash,
      somebodyElse,
      ip: ctx.client.ip,
      userAgent: ctx.client.userAgent,
      at: nowIso(),
    }),
  );
  if (result.ok) {
    ctx.note({ event: "agreement signed", agreement: agreement.id });
    if (!somebodyElse) return page();
    const { agreementId: agreement_id, issue } = result.link;
    const own = agreementToken({ agreement_id, issue });
    return redirect(href("/parent/agreement/:token", { token: own, lang: language }), 303);
  }
  if (result.problem === "text-changed") return textChanged();
  return page(result.problem === "signed" ? "yes" : undefined);
}

/** Confirms in one tap the children that were added after the signature and that the page named. Idempotent. */
async function confirm(link: OpenedLink, opened: OpenedAgreement, form: FormData): Promise<Response> {
  const { ctx, token, language } = link;
  const { agreement, control, db, club } = opened;
  const childIds = form.getAll("child").filter((id) => typeof id === "string");
  if (opened.view === "signed" && (await mayPost(ctx, agreement.id))) {
    const { ip, userAgent } = ctx.client;
    await changeClub({ control, db, club }, (tx) =>
      confirmChildren(tx, agreement.id, { childIds, language, ip, userAgent, at: nowIso() }),
    );
  }
  return redirect(href("/parent/agreement/:token", { token, lang: language }), 303);
}

/** Fields to fill in again once the text has changed. */
const AGREED = [...affirmationNames, "consent", "digitalSignature"];

/** Tolerates one day of difference: another time zone, or a page left open overnight. */
function isToday(day: string, timezone: string): boolean {
  const today = dateAt(now(), timezone);
  return [-1, 0, 1].some((days) => addDays(today, days) === day);
}

/** Loads the text to read and the form to sign it. */
async function loadSignPage(opened: OpenedAgreement, language: AgreementLanguage) {
  const { club, contact, children, db } = opened;
  const { hash, version } = shownText(club, language);
  const blocks = agreementBlocks(language, {
    clubName: club.name,
    ownParagraph: ownParagraphOf(club, language),
    version,
  });
  const teams = await teamChoices(db);
  const form: SignFormData = {
    clubName: club.name,
    textHash: hash,
    parentName: contact.name,
    parentEmail: contact.email,
    childName: [...new Set(children.map(({ name }) => name))].join(", "),
    teamIds: children.flatMap(({ team_id }) => team_id ?? []),
    teams,
    today: dateAt(now(), club.timezone),
  };
  const agreed = blocks.findIndex(({ kind }) => kind === "affirmation");
  return {
    title: blocks[0]?.text ?? "",
    lead: blocks[1]?.text ?? "",
    /** Parts read before the form; the others are beside its boxes. */
    parts: partsOf(blocks.slice(2, agreed - 1), language),
    agreeHeading: blocks[agreed - 1]?.text ?? "",
    version: blocks.at(-1)?.text ?? "",
    form,
  };
}

/** Splits the text by its headings. */
function partsOf(blocks: readonly TextBlock[], language: AgreementLanguage): TextPart[] {
  const { electronicHeading, keptHeading } = agreementCatalogue(language).text;
  const starts = blocks.flatMap(({ kind }, index) => (kind === "heading" ? [index] : []));
  return starts.map((start, index) => {
    const heading = blocks[start]?.text ?? "";
    const folded = heading === electronicHeading || heading === keptHeading;
    const id = heading === electronicHeading ? "electronic" : `part-${index + 1}`;
    return { id, heading, folded, blocks: blocks.slice(start + 1, starts[index + 1]) };
  });
}

/** Loads the page for an agreement that cannot be signed now. */
async function loadViewDetails(
  opened: OpenedAgreement,
  language: AgreementLanguage,
  already: boolean,
): Promise<ViewDetails> {
  const { view, club, agreement, link, db } = opened;
  const moment = momentOf(view, agreement);
  const endsOpen = view === "expired" || view === "declined" || view === "withdrawn";
  const newestWorks = agreement.status === "pending" && (agreement.expires_at ?? "~") > nowIso();
  return {
    clubName: club.name,
    at: moment && formatAgreementMoment(language, moment, club.timezone),
    paper: agreement.paper === 1,
    missing:
      agreement.signed_at && agreement.paper === 0
        ? missingLetters([club.name, ...(await typedToSign(db, agreement.id))])
        : [],
    later: wasAsked(agreement) ? laterChildren(opened, language) : [],
    replaced: view === "expired" && link.issue < agreement.issue && newestWorks,
    asked: endsOpen && (await hasAskedForLink(db, agreement)),
    already,
    reopenUntil:
      view === "declined" && link.issue === agreement.issue && isAhead(agreement.expires_at)
        ? formatAgreementMoment(language, agreement.expires_at ?? "", club.timezone)
        : null,
  };
}

/** Lists children added after the signature, for a parent whom the club has asked to confirm them. */
function laterChildren({ children, agreement, club }: OpenedAgreement, language: AgreementLanguage) {
  const day = (at: string) => formatAgreementDay(language, at, club.timezone);
  return children
    .filter((child) => isLater(child, agreement))
    .map((child) => ({
      id: child.id,
      label: child.teamName ? `${child.name} (${child.teamName})` : child.name,
      addedOn: day(joinedAt(child)),
      confirmedOn: child.confirmed_at && day(child.confirmed_at),
    }));
}

const isAhead = (expiresAt: string | null) => expiresAt !== null && expiresAt > nowIso();

function momentOf(view: OpenedAgreement["view"], agreement: ParentAgreement["agreement"]): string | null {
  if (view === "signed") return agreement.signed_at;
  return view === "expired" ? agreement.expires_at : agreement.closed_at;
}

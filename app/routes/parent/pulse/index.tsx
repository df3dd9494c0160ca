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
import { answerBy, answerSchema, isOpen, scoreIn } from "#app/domain/club/pulse/answers.server.ts";
import { SENTENCE_MOST } from "#app/domain/club/pulse/fields.ts";
import { pulseScores } from "#app/domain/club/pulse/pulse.ts";
import {
  agreementCatalogue,
  fillIn,
  formatAgreementDay,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { type PulseLanguage, pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { answerByLink } from "#app/journeys/pulse/open-pulse.server.ts";
import { UnknownView } from "#app/routes/parent/agreement/views.tsx";
import { mayPost, openPulse } from "#app/routes/parent/link/open-link.server.ts";
import { ParentPage, parentPageData, parentTitle } from "#app/routes/parent/link/parent-page.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField, TextArea } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ErrorSummary, PostForm } from "#app/ui/post-form.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.clubName) return parentTitle("Question");
  const labels = pulseCatalogue(data.language);
  const title = data.view === "ask" ? labels.form.title : data.view === "closed" ? labels.closed.title : "";
  return parentTitle(fillIn(title || labels.unlinked.title, { club: data.clubName }));
};

/**
 * Loads the question with the current answer (product/reports.md#pulse). Opening it stores nothing, even if the address
 * has a number: mail programs and scanners open every link of an email.
 */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openPulse(args);
  const { opened, language } = link;
  const page = parentPageData(link);
  if (!opened) return json({ ...page, view: "unknown" as const }, { status: 404 });
  const { pulse, invitation, club, db } = opened;
  if (!isOpen(pulse, now())) return { ...page, view: "closed" as const };
  const answer = await answerBy(db, invitation);
  if (invitation.answered && !answer) return { ...page, view: "unlinked" as const };
  const query = new URL(args.request.url).searchParams;
  return {
    ...page,
    view: "ask" as const,
    score: scoreIn(query.get("score")) ?? answer?.score ?? null,
    sentence: answer?.sentence ?? "",
    answered: answer !== undefined,
    saved: query.has("saved"),
    until: formatAgreementDay(language, pulse.closes_at, club.timezone),
  };
}

/** Stores the answer, or changes it. */
export async function action(args: ActionFunctionArgs) {
  const { opened, ctx, language, token } = await openPulse(args);
  // The page itself says that the link is dead.
  if (!opened) return redirect(addressOf(args.request), 303);
  const reading = await readForm(args.request, answerSchema(language));
  if (!reading.ok) return reading.answer;
  const { invitation } = opened;
  if (!(await mayPost(ctx, invitation.id)))
    return reading.refuse({ "": agreementCatalogue(language).problems.throttled }, 429);
  const result = await answerByLink(opened, reading.value);
  const saved = result.ok ? "yes" : undefined;
  return redirect(href("/parent/pulse/:token", { token, lang: language, saved }), 303);
}

export default function Question() {
  const data = useLoaderData<typeof loader>();
  const labels = pulseCatalogue(data.language);
  const club = { club: data.clubName ?? "" };
  switch (data.view) {
    case "unknown":
      return <UnknownView />;
    case "closed":
      return (
        <ParentPage title={labels.closed.title}>
          <p>{fillIn(labels.closed.lead, club)}</p>
          <p>{labels.closed.answered}</p>
        </ParentPage>
      );
    case "unlinked":
      return (
        <ParentPage title={labels.unlinked.title}>
          <p>{labels.unlinked.lead}</p>
        </ParentPage>
      );
    case "ask":
      return <Ask {...data} clubName={club.club} />;
  }
}

function Ask(props: {
  language: PulseLanguage;
  clubName: string;
  token: string;
  score: number | null;
  sentence: string;
  answered: boolean;
  saved: boolean;
  until: string;
}) {
  const { language, clubName, token, score, sentence, answered, saved, until } = props;
  const { form, question, scores, problems } = pulseCatalogue(language);
  const reply = useActionData<FormReply>();
  const isSaved = saved && answered && !reply;
  const date = { date: until };
  return (
    <ParentPage
      title={fillIn(form.title, { club: clubName })}
      lead={isSaved ? undefined : form.lead}
      before={<ErrorSummary reply={reply} heading={problems.heading} />}
    >
      {isSaved ? (
        <Notice tone="good" title={form.saved}>
          <p role="status">{fillIn(form.savedChange, date)}</p>
        </Notice>
      ) : null}
      <PostForm summary="elsewhere" action={href("/parent/pulse/:token", { token, lang: language })}>
        <RadioField
          name="score"
          label={question}
          value={score}
          required
          card
          choices={pulseScores.toReversed().map((value) => ({
            value: String(value),
            label: `${value} · ${scores[value]}`,
          }))}
        />
        <TextArea
          name="sentence"
          label={form.sentence}
          needed={form.optional}
          hint={form.sentenceHint}
          value={sentence}
          rows={3}
          maxLength={SENTENCE_MOST}
        />
        <SubmitButton look={answered ? "secondary" : "primary"}>
          {answered ? form.change : form.submit}
        </SubmitButton>
      </PostForm>
      <p className="muted">
        {form.anonymous} {isSaved ? null : fillIn(form.until, date)}
      </p>
      <p>
        <a href={href("/parent/pulse/:token/stop", { token, lang: language })}>{form.stopLink}</a>
      </p>
    </ParentPage>
  );
}

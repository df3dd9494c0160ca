import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { notificationKinds } from "#app/domain/values/notification-kinds.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { sendTest } from "#app/journeys/email-words/email-words.server.ts";
import { emailTestSchema, type WordsShown } from "#app/journeys/email-words/form.server.ts";
import { clubShown } from "#app/journeys/email-words/sample-club.server.ts";
import { emailReaders } from "#app/mail/frame/email-kind.tsx";
import { newId } from "#app/runtime/ids.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { asksFor, openWording, shownWords } from "./open-wording.server.ts";
import { renderSample, sampleNumber, samplesOf } from "./render-sample.server.ts";
import { variantLabel, Wordings } from "./wordings.tsx";

export const meta = () => title("Email Template");
export const handle = { frames: true };

/** One email as its readers see it, and a test of it (product/emails.md#words-of-emails). */
const form = staffForm({
  may: "manage_emails",
  schema: emailTestSchema,
  find: openWording,
  change: ({ ctx: { control, admin }, found, value: { email, of, submission } }) =>
    sendTest(control, found, { words: shownWords(found, of).words, to: email, key: submission }, admin.id),
  problems: (_, { refuse }) => refuse({ "": "That were 20 tests within an hour. Try again later." }, 429),
  saved: (_, { found, value }) => [
    href("/admin/email-templates/:template", {
      template: found.template,
      variant: found.variant,
      of: value.of,
    }),
    `A test is on its way to ${value.email}. Its subject begins with “Test:”.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found, request }) => {
  const { template, variant, kind, purpose, versions } = found;
  const { of, words } = shownWords(found, asksFor(found, request));
  const club = await clubShown(control, request);
  const { subject, text } = renderSample(found, words, { request, club });
  const asked = new URL(request.url).searchParams.get("club")?.trim() ?? "";
  const active = versions.find(({ state }) => state === "active");
  const draft = versions.find(({ state }) => state === "draft");
  return {
    template,
    variant,
    variants: Object.keys(kind.words),
    label: purpose.label,
    facts: [
      ["Sent", purpose.sent],
      ["To", emailReaders[purpose.to]],
      [
        "People can stop it",
        purpose.preference ? `Yes, by “${notificationKinds[purpose.preference].label}”` : "No",
      ],
      ["Words", active ? `Edited by ${active.savedBy}, ${formatMoment(active.saved_at, "UTC")}` : "Built in"],
      ...(draft ? [["Draft", `By ${draft.savedBy}, ${formatMoment(draft.saved_at, "UTC")}`]] : []),
    ] as [string, string][],
    trouble: active?.trouble && {
      why: active.trouble.replace(/^Error: /, ""),
      since: formatMoment(active.trouble_at ?? active.saved_at, "UTC"),
    },
    has: { draft: draft !== undefined, active: active !== undefined },
    of,
    sample: sampleNumber(found, request),
    samples: samplesOf(found).length,
    subject,
    text,
    submission: newId(),
    club: club && { code: club.code, name: club.name },
    unknown: club === null && asked !== "",
  };
});

const shownLabels: Record<WordsShown, string> = { draft: "Draft", active: "In use", own: "Built in" };

export default function EmailTemplate() {
  const page = useLoaderData<typeof loader>();
  const { template, variant, of, sample, samples } = page;
  const at = (query: { of?: WordsShown; sample?: number }) =>
    href("/admin/email-templates/:template", {
      template,
      variant,
      of: query.of ?? of,
      sample: String(query.sample ?? 1),
      club: page.club?.code,
    });
  const shown = (["draft", "active", "own"] as const).filter((one) => one === "own" || page.has[one]);
  return (
    <AdminPage
      title={page.label}
      lead={<a href="/admin/email-templates">All emails</a>}
      actions={
        <>
          <ButtonLink
            href={href("/admin/email-templates/:template/edit", { template, variant })}
            look="primary"
          >
            Edit
          </ButtonLink>{" "}
          <ButtonLink href={href("/admin/email-templates/:template/history", { template, variant })}>
            History
          </ButtonLink>
        </>
      }
    >
      {page.trouble ? (
        <Notice tone="bad" title="The edited words cannot be used">
          <p>
            Since {page.trouble.since} this email goes out with its built-in words: {page.trouble.why}. Edit
            the words, or put the built-in ones back in use.
          </p>
        </Notice>
      ) : null}
      <Wordings
        page="/admin/email-templates/:template"
        template={template}
        variant={variant}
        variants={page.variants}
      />
      <Facts facts={page.facts} />
      <h2>
        {page.variants.length > 1 ? `${variantLabel(variant)}: ` : ""}“{page.subject}”
      </h2>
      {shown.length > 1 ? (
        <Segments
          label="Words"
          links={shown.map((one) => ({
            key: one,
            href: at({ of: one }),
            label: shownLabels[one],
            current: one === of,
          }))}
        />
      ) : null}
      {samples > 1 ? (
        <p className="muted">
          Made-up values, {pluralize(samples, "way", "ways")} it can read:{" "}
          {Array.from({ length: samples }, (_, index) => index + 1).map((number) =>
            number === sample ? (
              <strong key={number}>{number} </strong>
            ) : (
              <span key={number}>
                <a href={at({ sample: number })}>{number}</a>{" "}
              </span>
            ),
          )}
        </p>
      ) : (
        <p className="muted">With made-up values.</p>
      )}
      <iframe
        className="email-preview"
        title={`The email “${page.subject}”`}
        src={href("/admin/email-templates/:template/preview", {
          template,
          variant,
          of,
          sample: String(sample),
          club: page.club?.code,
        })}
        sandbox=""
      />
      <form method="get" className="filters" aria-label="A club’s names in the preview">
        <input type="hidden" name="variant" value={variant} />
        <input type="hidden" name="of" value={of} />
        <input type="hidden" name="sample" value={sample} />
        <TextField
          name="club"
          label="With a club’s names"
          hint={
            page.club
              ? `Shown with the name, code, color and first team of ${page.club.name}. People stay made up.`
              : page.unknown
                ? "No club has that code."
                : "Its name, code, color and first team, by the club code. People stay made up."
          }
          value={page.club?.code ?? ""}
          autoComplete="off"
          maxLength={SEARCH_MAX}
          needed="or leave it empty"
        />
        <SubmitButton look="secondary">Show</SubmitButton>
      </form>
      <details className="more">
        <summary>As plain text</summary>
        <pre className="email-text">{page.text}</pre>
      </details>
      <h2>Send a test</h2>
      <PostForm>
        <Hidden name="of" value={of} />
        <Hidden name="submission" value={page.submission} />
        <TextField
          name="email"
          type="email"
          label="To"
          hint="The email as it is shown above, with made-up values. Its links lead nowhere."
          required
        />
        <Buttons>
          <SubmitButton look="secondary">Send Test</SubmitButton>
        </Buttons>
      </PostForm>
    </AdminPage>
  );
}

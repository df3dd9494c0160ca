import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaDescriptor,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { grantBetaAccess, isBetaCode, readBetaAccess } from "#app/auth/beta-access.server.ts";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import {
  mayTryBetaCode,
  THROTTLED,
  uncountBetaTry,
} from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { betaFields } from "#app/domain/control/sign-in/fields.ts";
import { betaCodeSchema } from "#app/domain/control/sign-in/forms.server.ts";
import { betaLabels } from "#app/domain/control/sign-in/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { BrandLink } from "#app/ui/shell/mark.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { bare: true };
export const meta = (): MetaDescriptor[] => [
  ...title("Private Beta Access"),
  { name: "robots", content: "noindex" },
];

/**
 * Loads the gate's page, shown instead of every other (product/accounts.md#beta-gate), with the page that the reader
 * asked for.
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await publicContext(args);
  if (!env().betaAccessCode) throw notFound();
  const query = new URL(args.request.url).searchParams;
  const to = targetOf(query.get("to"));
  const access = query.get("access");
  const { granted } = await readBetaAccess(args.request.headers.get("Cookie"));
  if (granted) throw goOn(to, 302);
  const tried = access === null ? null : await take(ctx, access, args.request.headers.get("Cookie"));
  if (tried?.ok) throw goOn(to, 302, tried.cookie);
  if (!tried) ctx.note({ event: "refused", reason: "beta" });
  const problem = tried ? betaLabels[tried.problem] : null;
  const status = tried?.problem === "locked" ? 429 : 403;
  return json({ to, problem, lost: query.has("lost") }, { status });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  if (!env().betaAccessCode) throw notFound();
  const reading = await readForm(args.request, betaCodeSchema);
  if (!reading.ok) return reading.answer;
  const tried = await take(ctx, reading.value.code, args.request.headers.get("Cookie"));
  if (tried.ok) return goOn(targetOf(reading.value.to), 303, tried.cookie);
  return reading.refuse({ code: betaLabels[tried.problem] }, tried.problem === "locked" ? 429 : 422);
}

/** Attempts are counted before the code is compared; a right one is uncounted. */
async function take({ client, note }: PublicContext, typed: string, cookies: string | null) {
  const may = await mayTryBetaCode(client.ip);
  if (may && isBetaCode(typed)) {
    await uncountBetaTry(client.ip);
    return { ok: true, cookie: await grantBetaAccess(cookies) } as const;
  }
  note(may ? { event: "refused", reason: "beta code" } : THROTTLED);
  return { ok: false, problem: may ? "wrong" : "locked" } as const;
}

/** Parses the target; the gate's own page becomes the home page. */
function targetOf(text: string | null): string {
  const to = safeRedirect(text, "/");
  return /^\/beta([/?#]|$)/i.test(to) ? "/" : to;
}

const goOn = (to: string, status: 302 | 303, cookie?: string) =>
  redirect(to, {
    status,
    headers: { "Cache-Control": "no-store", ...(cookie ? { "Set-Cookie": cookie } : {}) },
  });

export default function Beta() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return <BetaPage {...data} reply={reply} />;
}

const inputs = inputsOf(betaFields);

const features = [
  "Coach and manager rate the sideline after each game: 20, 10 or 0",
  "Parents sign the behavior agreement on their phone, without an account",
  "Leaderboards by state, age group and gender",
  "Teams, contacts and schedules imported from the files that clubs have",
];

/** Draws the card without links to pages that are locked as well. */
function BetaPage(props: {
  /** Page that the reader asked for. */
  to: string;
  problem: string | null;
  /** True if a form was sent while the gate was closed. */
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
            {...inputs.code}
            hint="From your invitation to the beta. This browser remembers it."
            autoComplete="off"
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

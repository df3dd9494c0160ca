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
import { env } from "#app/config/env.server.ts";
import {
  mayTryBetaCode,
  THROTTLED,
  uncountBetaTry,
} from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { betaCodeSchema } from "#app/domain/control/sign-in/beta-form.server.ts";
import { betaLabels } from "#app/domain/control/sign-in/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { title } from "#app/ui/title.ts";
import { BetaPage } from "./beta-page.tsx";

export const handle = { bare: true };
export const meta = (): MetaDescriptor[] => [
  ...title("Private Beta Access"),
  { name: "robots", content: "noindex" },
];

/** The page that the gate shows in place of every other (product.md#beta-gate), with where the reader was headed. */
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

/** Tries are counted before the code is compared; a right one is uncounted. */
async function take({ client, note }: PublicContext, typed: string, cookies: string | null) {
  const may = await mayTryBetaCode(client.ip);
  if (may && isBetaCode(typed)) {
    await uncountBetaTry(client.ip);
    return { ok: true, cookie: await grantBetaAccess(cookies) } as const;
  }
  note(may ? { event: "refused", reason: "beta code" } : THROTTLED);
  return { ok: false, problem: may ? "wrong" : "locked" } as const;
}

/** The gate's own page leads home. */
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

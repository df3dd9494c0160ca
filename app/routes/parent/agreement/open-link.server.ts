import { openLinkedClub, publicContext, type RouteArgs } from "#app/auth/guards.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import {
  type AgreementCatalogue,
  type AgreementLanguage,
  agreementCatalogue,
  chooseLanguage,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { type OpenedAgreement, openAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";

export interface OpenedLink {
  ctx: PublicContext;
  token: string;
  /** null: the link is not ours, or leads to nothing any more. */
  opened: OpenedAgreement | null;
  language: AgreementLanguage;
  labels: AgreementCatalogue;
}

/** Opens the link of a parent's page, in the reader's language. Counts each look first, whatever the token. */
export async function openLink(args: RouteArgs & { params: { token?: string } }): Promise<OpenedLink> {
  const ctx = await publicContext(args);
  if (!(await mayUse("agreement-client", ctx.client.ip))) {
    ctx.note(THROTTLED);
    throw new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
  }
  const token = args.params.token ?? "";
  const opened = await openAgreement(ctx.control, (link) => openLinkedClub(args, ctx, link), token);
  if (opened) ctx.note({ club: opened.link.clubCode });
  const language = chooseLanguage(
    new URL(args.request.url).searchParams.get("lang"),
    args.request.headers.get("Accept-Language"),
    opened?.contact.language,
  );
  return { ctx, token, opened, language, labels: agreementCatalogue(language) };
}

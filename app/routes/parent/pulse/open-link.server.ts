import { openLinkedClub, publicContext, type RouteArgs } from "#app/auth/guards.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import {
  type AgreementLanguage,
  agreementCatalogue,
  chooseLanguage,
} from "#app/domain/values/agreement-text/catalogue.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { type OpenedPulse, openPulseLink } from "#app/journeys/pulse/open-pulse.server.ts";
import type { ParentPageData } from "#app/routes/parent/agreement/parent-page.tsx";

export interface OpenedLink {
  ctx: PublicContext;
  token: string;
  /** null: the link is not ours, or leads to nothing any more. */
  opened: OpenedPulse | null;
  language: AgreementLanguage;
  page: ParentPageData;
}

/** Opens the link of a pulse, in the reader's language. Counts each look first, whatever the token. */
export async function openLink(args: RouteArgs & { params: { token?: string } }): Promise<OpenedLink> {
  const ctx = await publicContext(args);
  if (!(await mayUse("agreement-client", ctx.client.ip))) throw tooMany(ctx);
  const token = args.params.token ?? "";
  const opened = await openPulseLink(ctx.control, (link) => openLinkedClub(args, ctx, link), token);
  if (opened) ctx.note({ club: opened.link.clubCode });
  const language = chooseLanguage(
    new URL(args.request.url).searchParams.get("lang"),
    args.request.headers.get("Accept-Language"),
    opened?.contact.language,
  );
  const { htmlLang, form } = agreementCatalogue(language);
  const page = {
    language,
    localized: { lang: htmlLang, skip: form.skip },
    clubName: opened?.club.name ?? null,
    token,
  };
  return { ctx, token, opened, language, page };
}

export function tooMany(ctx: PublicContext): Response {
  ctx.note(THROTTLED);
  return new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
}

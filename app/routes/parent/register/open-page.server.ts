import { openLinkedClub, publicContext, type RouteArgs } from "#app/auth/guards.server.ts";
import { clubAccess } from "#app/domain/control/clubs/club-access.ts";
import { findClubBySlug } from "#app/domain/control/clubs/clubs.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import {
  type AgreementLanguage,
  agreementCatalogue,
  chooseLanguage,
} from "#app/domain/values/agreement-text/catalogue.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import type { ParentPageData } from "#app/routes/parent/link/parent-page.tsx";
import { now } from "#app/runtime/clock.server.ts";

/** Counts a request for one of the public pages first, whatever its address names. */
export async function openPublicPage(args: RouteArgs): Promise<PublicContext & { page: ParentPageData }> {
  const ctx = await publicContext(args);
  if (!(await mayUse("register-open-client", ctx.client.ip))) {
    ctx.note(THROTTLED);
    throw new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
  }
  const language = chooseLanguage(
    new URL(args.request.url).searchParams.get("lang"),
    args.request.headers.get("Accept-Language"),
  );
  return { ...ctx, page: pageData(language, null) };
}

export function pageData(language: AgreementLanguage, clubName: string | null): ParentPageData {
  const { htmlLang, form } = agreementCatalogue(language);
  return { language, localized: { lang: htmlLang, skip: form.skip }, clubName, token: "" };
}

/** Opens the club of a page's address, with its file; null for a wrong address. */
export async function openClubOfPage(args: RouteArgs & { params: { slug?: string } }, ctx: PublicContext) {
  const slug = args.params.slug ?? "";
  const club = slug.length <= 100 ? await findClubBySlug(ctx.control, slug) : null;
  if (!club || club.status === "creating") return null;
  ctx.note({ club: club.code });
  const db = await openLinkedClub(args, ctx, { clubCode: club.code, clubColor: club.color });
  return {
    code: club.code,
    name: club.name,
    active: clubAccess({ status: club.status, termEndsAt: club.term_ends_at }, now()) === "open",
    db,
  };
}

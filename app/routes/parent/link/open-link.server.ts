import { openLinkedClub, publicContext, type RouteArgs } from "#app/auth/guards.server.ts";
import {
  maySendAgreementForm,
  mayUse,
  THROTTLED,
} from "#app/domain/control/rate-limits/rate-limits.server.ts";
import {
  type AgreementCatalogue,
  type AgreementLanguage,
  agreementCatalogue,
  chooseLanguage,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { type OpenedAgreement, openAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { type OpenedPulse, openPulseLink } from "#app/journeys/pulse/open-pulse.server.ts";

/** The link of a parent's page, opened in the reader's language. */
export interface OpenedLink<Opened = OpenedAgreement> {
  ctx: PublicContext;
  token: string;
  /** null: the link is unknown or dead. */
  opened: Opened | null;
  language: AgreementLanguage;
  /** The words of every parent's page. */
  labels: AgreementCatalogue;
}

type LinkArgs = RouteArgs & { params: { token?: string } };

/**
 * Opens the link of an agreement. Counts each request first, whatever the token.
 * @throws a 429
 */
export const openLink = (args: LinkArgs): Promise<OpenedLink> => openWith(args, openAgreement);

/** Does the same for a pulse's link. */
export const openPulse = (args: LinkArgs): Promise<OpenedLink<OpenedPulse>> => openWith(args, openPulseLink);

async function openWith<
  Link extends Parameters<typeof openLinkedClub>[2],
  Opened extends { link: Link; contact: { language: AgreementLanguage } },
>(
  args: LinkArgs,
  open: (
    control: PublicContext["control"],
    openClub: (link: Link) => ReturnType<typeof openLinkedClub>,
    token: string,
  ) => Promise<Opened | null>,
): Promise<OpenedLink<Opened>> {
  const ctx = await publicContext(args);
  if (!(await mayUse("agreement-client", ctx.client.ip))) throw tooMany(ctx);
  const token = args.params.token ?? "";
  const opened = await open(ctx.control, (link) => openLinkedClub(args, ctx, link), token);
  if (opened) ctx.note({ club: opened.link.clubCode });
  const language = chooseLanguage(
    new URL(args.request.url).searchParams.get("lang"),
    args.request.headers.get("Accept-Language"),
    opened?.contact.language,
  );
  return { ctx, token, opened, language, labels: agreementCatalogue(language) };
}

/**
 * Tells whether a form behind a link may be taken now, and counts the attempt.
 * @param about the agreement, or the invitation to a pulse
 */
export async function mayPost(ctx: PublicContext, about: string): Promise<boolean> {
  const may = await maySendAgreementForm(ctx.client.ip, about);
  if (!may) ctx.note(THROTTLED);
  return may;
}

/** Answers clients that get no page: a mail program, or one request too many. */
export function tooMany(ctx: PublicContext): Response {
  ctx.note(THROTTLED);
  return new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { reasonFormSchema } from "#app/domain/club/agreements/forms.server.ts";
import { noteForClub } from "#app/domain/club/agreements/request-link.server.ts";
import { declineAgreement, withdrawAgreement } from "#app/domain/club/agreements/sign.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { mayPost, type OpenedLink, openLink } from "#app/routes/parent/link/open-link.server.ts";
import { parentPageData } from "#app/routes/parent/link/parent-page.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Ways to end an agreement: not signing it, or withdrawing the signature. */
const endings = {
  decline: { view: "sign", change: declineAgreement, what: "declined" },
  withdraw: { view: "signed", change: withdrawAgreement, what: "withdrawn" },
} as const;

type Ending = keyof typeof endings;

const pageOf = ({ token, language }: OpenedLink) =>
  href("/parent/agreement/:token", { token, lang: language });

/**
 * Loads the form that asks for a reason. If there is nothing to end, redirects to the agreement's page, which says so.
 */
export async function loadEnding(args: LoaderFunctionArgs, ending: Ending) {
  const link = await openLink(args);
  if (link.opened?.view !== endings[ending].view) throw redirect(pageOf(link), 302);
  return json(parentPageData(link));
}

/** Declines or withdraws with the reason, and mails it to the club. Idempotent. */
export async function endAgreement(args: ActionFunctionArgs, ending: Ending): Promise<Response> {
  const link = await openLink(args);
  const { opened, ctx, language, labels } = link;
  const { view, change, what } = endings[ending];
  const page = redirect(pageOf(link), 303);
  if (opened?.view !== view) return page;
  const reading = await readForm(args.request, reasonFormSchema(language));
  if (!reading.ok) return reading.answer;
  const { agreement, control, db, club } = opened;
  if (!(await mayPost(ctx, agreement.id))) return reading.refuse({ "": labels.problems.throttled }, 429);
  await changeClub({ control, db, club }, async (tx) => {
    const { ip, userAgent } = ctx.client;
    const result = await change(tx, {
      agreementId: agreement.id,
      issue: agreement.issue,
      reason: reading.value.reason,
      language,
      ip,
      userAgent,
      at: nowIso(),
    });
    if (result.ok) await noteForClub(tx, agreement, what);
  });
  return page;
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { paymentSchema } from "#app/domain/control/billing/payment-form.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { describeRenewal, startRenewal } from "#app/journeys/billing/renewal.server.ts";
import {
  answerPayment,
  cameBack,
  tooManyPayments,
} from "#app/routes/account/billing/answer-payment.server.ts";
import { title } from "#app/ui/title.ts";
import { RenewPage } from "./renew-page.tsx";

export const meta = () => title("Renew");

/** The next year of the club, and the way to pay for it (product.md#term). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  if (!row) throw notFound();
  const notPaid = cameBack(new URL(args.request.url).searchParams);
  return json({ renewal: await describeRenewal(control, row), notPaid });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const reading = await readForm(args.request, paymentSchema);
  if (!reading.ok) return reading.answer;
  const row = await findClub(ctx.control, ctx.club.code);
  if (!row) throw notFound();
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const start = await startRenewal(ctx.control, row, {
    shownAttempt: reading.value.attempt,
    browserHash,
    cancelPath: href("/club/billing/renew", { payment: "back" }),
  });
  return answerPayment(start, { notReady: href("/club/billing/renew"), paid: renewedAddress, cookie });
}

const renewedAddress = (sessionId: string) => href("/club/billing/renewed", { session_id: sessionId });

export default function Renew() {
  return <RenewPage {...useLoaderData<typeof loader>()} />;
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { paymentSchema } from "#app/domain/control/billing/forms.server.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import {
  findClubByPaymentLink,
  findRepayment,
  findUnpaidOf,
  startRepayment,
} from "#app/journeys/billing/repayment.server.ts";
import { title } from "#app/ui/title.ts";
import { answerPayment, cameBack, tooManyPayments } from "./answer-payment.server.ts";
import { PayPage } from "./pay-page.tsx";

export const handle = { scripted: true };
export const meta = () => title("Pay for your club");

/** The page behind the link that is emailed after a failed bank payment. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const club = await findClubByPaymentLink(control, query.get("token"));
  if (!club) return json({ club: null });
  return json({
    club: { name: club.name, plan: club.plan, email: club.email },
    repayment: await findRepayment(control, club),
    unpaid: cameBack(query) ? await findUnpaidOf(control, club.code) : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const { control } = ctx;
  const token = new URL(args.request.url).searchParams.get("token") ?? "";
  const reading = await readForm(args.request, paymentSchema);
  if (!reading.ok) return reading.answer;
  const notReady = href("/pay", { token });
  const club = await findClubByPaymentLink(control, token);
  if (!club) return answerPayment({ ok: false, problem: "not-ready" }, { notReady });
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const start = await startRepayment(control, club, {
    shownAttempt: reading.value.attempt,
    browserHash,
    cancelPath: href("/pay", { token, payment: "back" }),
  });
  return answerPayment(start, { notReady, cookie });
}

export default function Pay() {
  const data = useLoaderData<typeof loader>();
  return <PayPage data={data} />;
}

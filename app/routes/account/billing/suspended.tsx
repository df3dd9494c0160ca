import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessOf } from "#app/auth/club-access.server.ts";
import { forbidden, requireAccount } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { paymentSchema } from "#app/domain/control/billing/forms.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { describeRenewal } from "#app/journeys/billing/renewal.server.ts";
import { findRepayment, findUnpaidOf, startRepayment } from "#app/journeys/billing/repayment.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { title } from "#app/ui/title.ts";
import { answerPayment, cameBack, tooManyPayments } from "./answer-payment.server.ts";
import { SuspendedPage } from "./suspended-page.tsx";

export const meta = () => title("Account paused");

/** Where the guard sends members of a suspended club: what happened, and who can pay. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const club = session.clubCode ? await findClub(control, session.clubCode) : null;
  if (!club || accessOf(session) === "open" || accessOf(session) === "read-only")
    throw redirect("/dashboard");
  const query = new URL(args.request.url).searchParams;
  const pays = session.membership === "club_admin";
  return json({
    clubName: club.name,
    plan: club.plan,
    email: pays ? club.email : null,
    repayment: pays ? await findRepayment(control, club) : null,
    renewal: pays && isOver(club) ? ((await describeRenewal(control, club)).plans[0]?.price ?? null) : null,
    over: isOver(club),
    unpaid: pays && cameBack(query) ? await findUnpaidOf(control, club.code) : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireAccount(args);
  const { control, session, note } = ctx;
  const reading = await readForm(args.request, paymentSchema);
  if (!reading.ok) return reading.answer;
  const club = session.clubCode ? await findClub(control, session.clubCode) : null;
  if (!club) throw redirect("/dashboard");
  if (session.membership !== "club_admin") throw forbidden(note, "role");
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const from = {
    shownAttempt: reading.value.attempt,
    browserHash,
    cancelPath: "/club/suspended?payment=back",
  };
  // The next year is paid for on a page of its own, where its package is chosen.
  if (isOver(club)) return redirect(href("/club/billing/renew"), 303);
  const start = await startRepayment(control, club, from);
  return answerPayment(start, { notReady: "/club/suspended", cookie });
}

/** Whether it is paused because its year is over, not because a payment failed. */
const isOver = (club: { term_ends_at: string }) => Date.parse(club.term_ends_at) <= now().getTime();

export default function Suspended() {
  const data = useLoaderData<typeof loader>();
  return <SuspendedPage {...data} />;
}

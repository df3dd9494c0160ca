import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessOf } from "#app/auth/club-access.server.ts";
import { forbidden, requireAccount } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { paymentSchema } from "#app/domain/control/billing/forms.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { describeRenewal } from "#app/journeys/billing/renewal.server.ts";
import { findRepayment, findUnpaidOf, startRepayment } from "#app/journeys/billing/repayment.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { answerPayment, cameBack, tooManyPayments } from "./answer-payment.server.ts";
import { PayForm, PaymentNotice } from "./pay-form.tsx";

export const meta = () => title("Account paused");

/**
 * Shows members of a suspended club what happened, and who can pay. Only administrators pay; their parts are null for
 * all others.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const club = session.clubCode ? await findClub(control, session.clubCode) : null;
  if (!club || accessOf(session) === "open" || accessOf(session) === "read-only")
    throw redirect("/dashboard");
  const query = new URL(args.request.url).searchParams;
  const pays = session.membership === "club_admin";
  return {
    clubName: club.name,
    plan: club.plan,
    email: pays ? club.email : null,
    repayment: pays ? await findRepayment(control, club) : null,
    renewal: pays && isOver(club) ? ((await describeRenewal(control, club)).plans[0]?.price ?? null) : null,
    over: isOver(club),
    unpaid: pays && cameBack(query) ? await findUnpaidOf(control, club.code) : null,
  };
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

/** Tells whether the club is paused because its year is over, not because a payment failed. */
const isOver = (club: { term_ends_at: string }) => Date.parse(club.term_ends_at) <= now().getTime();

export default function Suspended() {
  const { clubName, plan, email, repayment, renewal, over, unpaid } = useLoaderData<typeof loader>();
  const attempt = repayment?.state === "due" && renewal === null ? repayment.attempt : null;
  return (
    <SitePage
      title={`${clubName} is paused`}
      lead="Nothing is lost: everything is back as soon as the payment arrives."
      width="narrow"
    >
      {attempt === null ? null : <PaymentNotice unpaid={unpaid} attempt={attempt} />}
      <Notice tone="minor" title="What happened">
        <p>{reasons[over ? (renewal ? "over" : "over-ask") : (repayment?.state ?? "ask")]}</p>
      </Notice>
      {attempt === null ? null : (
        <>
          <p>
            You pay on Stripe's secure page, by card or from a US bank account. A receipt goes to {email}.
          </p>
          <PayForm attempt={attempt}>{`Subscribe for ${formatPrice(planOf(plan).priceCents)}/year`}</PayForm>
        </>
      )}
      {renewal === null ? null : (
        <>
          <Buttons>
            <ButtonLink href={href("/club/billing/renew")} look="primary">
              Renew from {renewal}
            </ButtonLink>
          </Buttons>
          <p className="muted">Paid in advance for one year. Nothing renews by itself.</p>
        </>
      )}
      {email === null ? null : (
        <>
          <p>
            Open meanwhile: <a href={href("/club/billing")}>payments, receipts and invoices</a>, the{" "}
            <a href={href("/verification")}>verification of your players</a>, and{" "}
            <a href={href("/account")}>your account</a>.
          </p>
          <p>
            Your data stays yours: <a href={href("/club/leave")}>download everything, or leave</a>.
          </p>
        </>
      )}
      <p>
        Questions? Write to <a href={`mailto:${brand.mail.billing}`}>{brand.mail.billing}</a>.
      </p>
      <form method="post" action="/sign-out">
        <button type="submit" className="button button-quiet">
          Sign Out
        </button>
      </form>
    </SitePage>
  );
}

const reasons = {
  due: "The bank payment for this year did not go through. Pay again and your club opens at once.",
  "on-its-way":
    "Your new bank payment is on its way. It takes up to 4 business days; your club opens when it arrives.",
  "nothing-to-pay":
    "The club's subscription has ended or is being checked. Write to us and we will sort it out.",
  over: "The club's year is over. Renew it and everything opens again at once.",
  "over-ask":
    "The club's year is over. Your club's administrator can renew it after signing in, and everything opens again.",
  ask: "The club's subscription is not paid at the moment. Your club's administrator can pay after signing in.",
} as const;

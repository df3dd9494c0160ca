import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { forbidden, requireAccount } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { brand } from "#app/config/brand.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { paymentForm } from "#app/domain/control/signup/signups.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { findRepayment, startRepayment } from "#app/journeys/billing/repayment.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { answerPayment, tooManyPayments } from "./answer-payment.server.ts";
import { PayForm, PaymentFailed } from "./pay-form.tsx";

export const meta = () => title("Account paused");

/** Where the guard sends everybody of a club that is suspended: what happened, and who can do what about it. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const club = session.clubCode ? await findClub(control, session.clubCode) : null;
  if (!club || club.status === "active") throw redirect("/dashboard");
  const pays = session.membership === "club_admin";
  return json({
    clubName: club.name,
    plan: club.plan,
    email: pays ? club.email : null,
    repayment: pays ? await findRepayment(control, club) : null,
    failed: new URL(args.request.url).searchParams.get("payment") === "failed",
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireAccount(args);
  const { control, session, note } = ctx;
  const reading = await readForm(args.request, paymentForm);
  if (!reading.ok) return reading.answer;
  const club = session.clubCode ? await findClub(control, session.clubCode) : null;
  if (!club) throw redirect("/dashboard");
  if (session.membership !== "club_admin") throw forbidden(note, "role");
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const start = await startRepayment(control, club, {
    shownAttempt: reading.value.attempt,
    browserHash,
    cancelPath: "/club/suspended?payment=failed",
  });
  return answerPayment(start, { notReady: "/club/suspended", cookie });
}

export default function Suspended() {
  const { clubName, plan, email, repayment, failed } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const attempt = repayment?.state === "due" ? repayment.attempt : null;
  return (
    <SitePage
      title={`${clubName} is paused`}
      lead="Nothing is lost: everything is back as soon as the payment arrives."
      width="narrow"
    >
      {attempt !== null && (reply || failed) ? (
        <PaymentFailed message={reply?.errors[""]} attempt={attempt} />
      ) : null}
      <Notice tone="minor" title="What happened">
        <p>{reasons[repayment?.state ?? "ask"]}</p>
      </Notice>
      {attempt === null ? null : (
        <>
          <p>
            You pay on Stripe's secure page, by card or from a US bank account. A receipt goes to {email}.
          </p>
          <PayForm attempt={attempt}>Subscribe for {formatPrice(planOf(plan).priceCents)}/year</PayForm>
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
  "on its way":
    "Your new bank payment is on its way. It takes up to 4 business days; your club opens when it arrives.",
  "nothing to pay":
    "The club's subscription has ended or is being checked. Write to us and we will sort it out.",
  ask: "The club's subscription is not paid at the moment. Your club's administrator can pay after signing in.",
} as const;

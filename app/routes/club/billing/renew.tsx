import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { renewalSchema } from "#app/domain/control/billing/forms.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { mayVerify } from "#app/domain/control/verification/again.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { describeRenewal, type Renewal, startRenewal } from "#app/journeys/billing/renewal.server.ts";
import {
  answerPayment,
  cameBack,
  tooManyPayments,
} from "#app/routes/account/billing/answer-payment.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Renew");

/** Loads the next year of the club, and its payment (product/billing.md#term). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  if (!row) throw notFound();
  const notPaid = cameBack(new URL(args.request.url).searchParams);
  const verifiable = await mayVerify(control, row.code, now());
  return { renewal: await describeRenewal(control, row), verifiable, notPaid };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const reading = await readForm(args.request, renewalSchema);
  if (!reading.ok) return reading.answer;
  const row = await findClub(ctx.control, ctx.club.code);
  if (!row) throw notFound();
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const start = await startRenewal(ctx.control, row, {
    shownAttempt: reading.value.attempt,
    plan: reading.value.plan,
    browserHash,
    cancelPath: href("/club/billing/renew", { payment: "back" }),
  });
  if (!start.ok && start.problem === "too-small")
    return reading.refuse({ plan: "Your verified number of players needs a larger package" });
  return answerPayment(start, { notReady: href("/club/billing/renew"), paid: renewedAddress, cookie });
}

const renewedAddress = (sessionId: string) => href("/club/billing/renewed", { session_id: sessionId });

export default function Renew() {
  return <RenewPage {...useLoaderData<typeof loader>()} />;
}

function RenewPage(props: { renewal: Renewal; verifiable: boolean; notPaid: boolean }) {
  const { renewal, verifiable, notPaid } = props;
  const { renewable, from, plans, players, starts, ends } = renewal;
  const chosen = plans.find((plan) => plan.chosen) ?? plans[0];
  return (
    <ClubPage
      title="Renew"
      lead="Paid in advance for one year. Nothing renews or is charged by itself."
      crumbs={[{ label: "Billing", href: href("/club/billing") }, { label: "Renew" }]}
    >
      {notPaid ? (
        <Notice tone="minor" title="Nothing was charged">
          <p>You came back from the payment page without a payment. You can try again.</p>
        </Notice>
      ) : null}
      <Facts
        facts={[
          ...(chosen && !(renewable && plans.length > 1)
            ? ([
                ["Package", chosen.name],
                ["Price", `${chosen.price} for the year`],
              ] as const)
            : []),
          ["From", starts],
          ["Until", ends],
        ]}
      />
      <p className="muted">
        {players === null
          ? "Your number of players is not verified, so you can keep your package or choose a larger one. "
          : `You can choose from the package for your ${count(players)} verified players up. `}
        {verifiable ? (
          <a href={href("/verification")}>
            {players === null ? "Verify your players" : "Has the number changed?"}
          </a>
        ) : players === null ? (
          "Your documents are being checked."
        ) : (
          "If it has changed, you can verify it again once the next year has begun."
        )}
      </p>
      {renewable ? (
        <PostForm>
          <Hidden name="attempt" value={String(renewal.attempt)} />
          {plans.length > 1 ? (
            <RadioField
              name="plan"
              label="Package for the next year"
              value={chosen?.id}
              choices={plans.map(({ id, name, price }) => ({ value: id, label: name, hint: price }))}
              required
            />
          ) : null}
          <p>You pay on Stripe’s secure page, by card or from a US bank account.</p>
          <Buttons>
            <SubmitButton busy="Opening Stripe...">
              {plans.length > 1 ? "Renew" : `Renew for ${chosen?.price}`}
            </SubmitButton>
            <ButtonLink href={href("/club/billing")} look="quiet">
              Cancel
            </ButtonLink>
          </Buttons>
        </PostForm>
      ) : (
        <Notice title={`You can renew from ${from} on`}>
          <p>
            Your year is paid, so there is nothing to do now. We remind you 30, 7 and 1 days before its end.
          </p>
        </Notice>
      )}
    </ClubPage>
  );
}

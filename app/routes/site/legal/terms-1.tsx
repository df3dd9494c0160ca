import { brand } from "#app/config/brand.ts";
import { formatPrice, plans } from "#app/domain/control/billing/plans.ts";
import { earlierVersion } from "./earlier-version.ts";
import { terms2 } from "./terms-2.tsx";

const { mail } = brand;

/** The first version: its differences from the second (product/pages.md#legal-texts). */
export const terms1 = earlierVersion(terms2, [
  {
    id: "eligibility",
    title: "Who may use it",
    body: (
      <p>
        Account holders must be at least 18 years old. A club chooses its package by an honest estimate of its
        number of players. Accounts are personal: do not let somebody else use yours, and tell us when you
        think that somebody has.
      </p>
    ),
  },
  {
    id: "service",
    title: "What the service does",
    body: (
      <p>
        {brand.name} lets youth sports clubs record how parents and other spectators behave on the sideline,
        see how that develops from game to game, and compare teams with each other. A rating is the opinion of
        the person who gives it. It is not a finding of fact, a disciplinary decision or a report to an
        authority, and it does not replace your league’s or association’s procedures.
      </p>
    ),
  },
  {
    id: "prices",
    title: "Packages, prices and payment",
    body: (
      <>
        <p>A subscription is paid in advance for one year. Its price depends on the number of players:</p>
        <ul>
          {plans.map((plan) => (
            <li key={plan.id}>
              {plan.name}: {formatPrice(plan.priceCents)} per year, {plan.description.toLowerCase()}
            </li>
          ))}
        </ul>
        <p>
          Every package includes unlimited teams, coaches and managers. You pay by card or from a US bank
          account through our payment provider, Stripe. A payment from a bank account can take up to four
          business days to settle; if it fails, we ask you to pay again before you continue.
        </p>
        <p>
          <strong>Nothing renews by itself.</strong> You decide whether to renew.
        </p>
      </>
    ),
  },
  {
    id: "players",
    title: "Your number of players",
    body: (
      <p>
        You choose a package by your own estimate. If your number of players belongs to another package, write
        to <a href={`mailto:${mail.billing}`}>{mail.billing}</a>, and we may ask for a roster. For a smaller
        package we refund the difference. For a larger one we send an invoice for the difference, payable
        within 7 days.
      </p>
    ),
  },
  {
    id: "leaderboards",
    title: "Leaderboards",
    body: (
      <p>
        Clubs take part in the state and national leaderboards; write to{" "}
        <a href={`mailto:${mail.support}`}>{mail.support}</a> if yours should not. Shown are the team, the
        club, its city and state, the age group, gender and scores; never the name of a person, a reason or an
        incident. The ranking follows the rule that is explained on the leaderboard itself.
      </p>
    ),
  },
  {
    id: "your-data",
    title: "Your data",
    body: (
      <p>
        What you enter stays yours. You allow us to store and process it to run the service, and to show the
        leaderboard. You may ask for a copy of your club’s data at any time during your subscription and while
        it is retained; how long that is stands in the <a href="/privacy#retention">Privacy Policy</a>. Our
        software, name and design stay ours.
      </p>
    ),
  },
  {
    id: "ending",
    title: "End of the subscription, suspension",
    body: (
      <>
        <p>
          When your year ends and you do not renew, we may suspend your club. Its data is kept for the
          retention periods, so that you can come back.
        </p>
        <p>
          We may suspend a club or an account that breaks these terms, endangers others, or has not paid. We
          say why, and, unless it is urgent, warn you before.
        </p>
      </>
    ),
  },
  {
    id: "disputes",
    title: "Disputes, law and changes",
    body: (
      <>
        <p>
          If we disagree, write to <a href={`mailto:${mail.legal}`}>{mail.legal}</a> first. Both sides try to
          settle a dispute in good faith for 60 days before either starts arbitration. Arbitration then takes
          place in {brand.location} under the rules of the American Arbitration Association; either side may
          go to a small claims court instead. The law of the State of California applies.
        </p>
        <p>
          We may change these terms. We tell club administrators by email at least 30 days before a change
          that matters; who does not agree may end the subscription. If one provision does not hold, the
          others do.
        </p>
      </>
    ),
  },
  {
    id: "refunds",
    title: "The 14-day guarantee and refunds",
    body: (
      <>
        <p>
          Within 14 days of paying you can have your money back, provided that the core components were not
          substantially used. Core components are the ratings and the imports; setting up your club, adding
          teams and looking around do not count as substantial use.
        </p>
        <p>
          Write to <a href={`mailto:${mail.billing}`}>{mail.billing}</a>. After 14 days, payments are not
          refunded, except where you paid for a larger package than you need, where one sign-up was paid
          twice, or where the law says otherwise.
        </p>
      </>
    ),
  },
]);

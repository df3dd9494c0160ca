import { brand } from "#app/config/brand.ts";
import { formatPrice, plans } from "#app/domain/control/billing/plans.ts";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";
import { terms2Rest } from "./terms-2-rest.tsx";

const { mail } = brand;

/** Published: it changes no more (product.md#legal-texts). */
export const terms2: readonly LegalSection[] = [
  {
    id: "agreement",
    title: "This agreement",
    body: (
      <>
        <p>
          These terms are a contract between {brand.name} (“we”) and the club that subscribes, and every
          coach, team manager and administrator who uses an account (“you”). You accept them when you sign up,
          create an account, or use the service.
        </p>
        <p>
          Whoever signs up for a club confirms that they may act for it. Our{" "}
          <a href="/privacy">Privacy Policy</a> and <a href="/cookies">Cookie Policy</a> are part of this
          agreement.
        </p>
      </>
    ),
  },
  {
    id: "eligibility",
    title: "Who may use it",
    body: (
      <p>
        Account holders must be at least 18 years old. Accounts are personal: do not let somebody else use
        yours, and tell us when you think that somebody has.
      </p>
    ),
  },
  {
    id: "service",
    title: "What the service does",
    body: (
      <>
        <p>
          {brand.name} lets youth sports clubs record how parents and other spectators behave on the sideline,
          see how that develops from game to game, and compare teams with each other. A rating is the opinion
          of the person who gives it. It is not a finding of fact, a disciplinary decision or a report to an
          authority, and it does not replace your league’s or association’s procedures.
        </p>
        <p>
          For a club that asks for it, the service sends the club’s agreement to its parents and keeps what
          they sign. The club decides whom it writes to, makes sure that it may give us their addresses, and
          answers for its own paragraphs of the text.
        </p>
      </>
    ),
  },
  {
    id: "accounts",
    title: "Accounts and roles",
    body: (
      <>
        <p>
          A club receives a club code and chooses a password. It invites coaches and team managers by email;
          their accounts are free of charge, because the club has already covered all costs.
        </p>
        <p>
          Club administrators decide who belongs to the club and which teams each person looks after. The club
          is responsible for what its people do with their accounts.
        </p>
      </>
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
          <strong>Nothing renews by itself.</strong> You decide whether to renew; a renewal is a new payment
          for another year.
        </p>
      </>
    ),
  },
  {
    id: "players",
    title: "Your number of players",
    body: (
      <>
        <p>
          You choose a package by an honest estimate. Within 30 days of signing up you show us your number of
          players with a document, such as a roster. We look at it within about 24 hours. Your club works the
          same while this is open.
        </p>
        <p>
          If the number belongs to a smaller package, we refund the difference to the way you paid. If it
          belongs to a larger one, we send an invoice for the difference, payable within 7 days. Questions go
          to <a href={`mailto:${mail.billing}`}>{mail.billing}</a>.
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
  {
    id: "ratings",
    title: "Fair ratings",
    body: (
      <>
        <p>
          Rate what you saw, soon after the game, and give a truthful reason. Do not name children. Do not
          name parents or spectators in a reason; what a club must know about a person belongs into its
          private incident note.
        </p>
        <p>
          A rating can be corrected for 48 hours by the person who gave it, and later by a club administrator
          with a reason. Every version is kept. We may remove a rating that was given in bad faith or to
          manipulate a leaderboard.
        </p>
      </>
    ),
  },
  ...terms2Rest,
];

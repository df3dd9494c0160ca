import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { formatPrice, plans } from "#app/domain/control/billing/plans.ts";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

const { mail } = brand;

/** A published version, which never changes (product/pages.md#legal-texts). */
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
          Within 14 days of paying for a year you can have back what you paid for it, provided that the core
          components were not substantially used. Each year that you pay for has its own 14 days, the first
          one and each renewal. Core components are the ratings and the imports; setting up your club, adding
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
  {
    id: "leaderboards",
    title: "Leaderboards",
    body: (
      <p>
        Clubs take part in the state and national leaderboards; an administrator can switch that off in the
        club’s settings. Shown are the team, the club, its city and state, the age group, gender and scores;
        never the name of a person, a reason or an incident. The ranking follows the rule that is explained on
        the leaderboard itself.
      </p>
    ),
  },
  {
    id: "acceptable-use",
    title: "Acceptable use",
    body: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>use the service to harass, threaten, defame or discriminate;</li>
          <li>enter data about children beyond what the service asks for;</li>
          <li>send mail through it to people who have nothing to do with your club;</li>
          <li>try to reach the data of another club, test or break its security, or overload it;</li>
          <li>copy, resell or automate the service without our written consent.</li>
        </ul>
      </>
    ),
  },
  {
    id: "your-data",
    title: "Your data",
    body: (
      <p>
        What you enter stays yours. You allow us to store and process it to run the service, and to show the
        leaderboard. You may have a copy of your club’s data at any time during your subscription and while it
        is retained; how long that is stands in the <a href="/privacy#retention">Privacy Policy</a>. Our
        software, name and design stay ours.
      </p>
    ),
  },
  {
    id: "availability",
    title: "Availability and support",
    body: (
      <p>
        We aim for an availability of 99.9%, and announce planned work when we can. Support answers email
        within 24 hours and urgent issues the same day; the phone ({brand.phone}) is staffed during business
        hours. Legal inquiries are answered within 5 business days.
      </p>
    ),
  },
  {
    id: "ending",
    title: "End of the subscription, leaving, suspension",
    body: (
      <>
        <p>
          When your year ends and you do not renew, your club can be read for 30 days but not changed. After
          that it is suspended. Its data is kept for the retention periods, so that you can come back.
        </p>
        <p>
          A club may leave at any time: in its settings, under{" "}
          <a href={href("/club/leave")}>Download or Leave</a>, an administrator downloads all of the club’s
          data and cancels the club. The paid year can be used to its end; 90 days after it we erase
          everything that no law makes us keep. Until then the cancellation can be taken back. Leaving before
          the end of the paid year refunds nothing beyond the 14-day guarantee.
        </p>
        <p>
          We may suspend a club or an account that breaks these terms, endangers others, or has not paid. We
          say why, and, unless it is urgent, warn you before.
        </p>
      </>
    ),
  },
  {
    id: "liability",
    title: "Warranty and liability",
    body: (
      <>
        <p>
          We run the service with care, but provide it as it is: without a warranty that it is free of errors,
          or that it makes a sideline better. What people do at a game is not in our hands.
        </p>
        <p>
          As far as the law allows, neither side is liable to the other for indirect or consequential damage,
          and our liability is limited to what you paid for the year in which the damage arose. This does not
          limit liability that cannot be limited by law.
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
          We may change these terms. A new version holds at once for whoever signs up under it. Club
          administrators of earlier clubs are told by email at least 30 days before it holds for them, and
          asked to accept it; who does not agree may end the subscription. Earlier versions stay readable
          below. If one provision does not hold, the others do.
        </p>
      </>
    ),
  },
];

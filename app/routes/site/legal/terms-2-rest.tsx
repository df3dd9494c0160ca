import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

const { mail } = brand;

/** From the leaderboards to the end. Published: it changes no more (product.md#legal-texts). */
export const terms2Rest: readonly LegalSection[] = [
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

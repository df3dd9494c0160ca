import { brand } from "#app/config/brand.ts";
import { earlierVersion } from "./earlier-version.ts";
import { privacy2 } from "./privacy-2.tsx";

const { mail } = brand;

/** The first version: its differences from the second (product/pages.md#legal-texts). */
export const privacy1 = earlierVersion(privacy2, [
  {
    id: "collect",
    title: "What we collect",
    body: (
      <ul>
        <li>
          <strong>Clubs:</strong> name, contact person, email, phone, state, city, number of players.
        </li>
        <li>
          <strong>Coaches, managers, administrators:</strong> name, email, phone, state, city, the teams they
          look after, and a password, of which only a one-way hash is stored.
        </li>
        <li>
          <strong>Parents:</strong> name, email, the names and teams of their children, as their club enters
          them or as they register; whether the agreement was sent, opened and signed. With a signature: what
          was typed, the text that was shown, the time, network address and browser, as evidence of it.
        </li>
        <li>
          <strong>Teams and games:</strong> team names, age groups, opponents, dates, places, ratings with
          their reasons, and private incident notes.
        </li>
        <li>
          <strong>Payments:</strong> package, amount, and the reference of the payment. Card and bank details
          go to Stripe directly; we never see them.
        </li>
        <li>
          <strong>Technical records:</strong> network address, browser, time and page of requests, and
          sign-ins, to keep the service secure.
        </li>
        <li>
          <strong>What you write to us.</strong>
        </li>
      </ul>
    ),
  },
  {
    id: "who-sees",
    title: "Who sees what",
    body: (
      <>
        <p>
          Inside a club, administrators see everything of the club; managers and coaches see the teams that
          are assigned to them. Coaches see whether a parent has signed, and no parent’s email. Incident notes
          are for club administrators only. Each club’s data is stored in a file of its own, and no club can
          see another’s.
        </p>
        <p>
          On the leaderboard, the team, club, city, state, age group, gender and scores are shown to the clubs
          that use {brand.name}, as long as your club takes part.
        </p>
      </>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    body: (
      <p>
        We set only the cookies that the service needs, and none that follow you. The{" "}
        <a href="/cookies">Cookie Policy</a> lists every one.
      </p>
    ),
  },
  {
    id: "retention",
    title: "How long we keep it",
    body: (
      <ul>
        <li>Accounts that nobody uses: deleted after 3 years.</li>
        <li>Games and their ratings: 7 years.</li>
        <li>
          Signed agreements with their evidence: as long as the club uses {brand.name}. Anyone may ask for
          their own to be erased: name, address, children and what was typed go, and a record without a person
          stays, so that the other signatures can still be verified.
        </li>
        <li>Registrations of parents whose email nobody confirms: 7 days.</li>
        <li>
          Backups: whoever runs the service keeps them for a limited time; what is erased leaves them with the
          oldest.
        </li>
        <li>Financial records: 7 years, as the law asks.</li>
        <li>Sign-ins that are remembered: 30 days.</li>
        <li>Text of mail that was sent: removed after delivery; that it was sent is kept with the club.</li>
      </ul>
    ),
  },
  {
    id: "changes",
    title: "Changes and contact",
    body: (
      <p>
        When we change this policy in a way that matters, we tell club administrators by email before it takes
        effect; the date above says which version you read. Write to{" "}
        <a href={`mailto:${mail.privacy}`}>{mail.privacy}</a> with any question. How disputes are settled
        stands in the <a href="/terms#disputes">Terms of Service</a>.
      </p>
    ),
  },
]);

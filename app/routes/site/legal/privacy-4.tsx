import { brand } from "#app/config/brand.ts";
import { RETENTION_CLOCKS } from "#app/domain/values/retention.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

const { mail } = brand;

/** The rows of the privacy policy's table (product/privacy.md#retention). */
const retention: readonly (readonly [what: string, kept: string, then: string])[] = RETENTION_CLOCKS.map(
  ({ what, kept, ends }) => [what, kept, ends] as const,
);

/** A published version, which never changes (product/pages.md#legal-texts). */
export const privacy4: readonly LegalSection[] = [
  {
    id: "who",
    title: "Who we are",
    body: (
      <p>
        {brand.name} runs this service from {brand.location}. Clubs decide what they enter about their people;
        we process it for them. For accounts, payments and this website we are responsible ourselves.
        Questions about privacy go to <a href={`mailto:${mail.privacy}`}>{mail.privacy}</a>; we answer within
        72 hours.
      </p>
    ),
  },
  {
    id: "collect",
    title: "What we collect",
    body: (
      <ul>
        <li>
          <strong>Clubs:</strong> name, contact person, email, phone, state, city, number of players, and the
          treasurer’s email where the club enters one, which gets copies of the emails about money.
        </li>
        <li>
          <strong>Coaches, managers, administrators:</strong> name, email, phone, state, city, the teams they
          look after, and a password, of which only a one-way hash is stored.
        </li>
        <li>
          <strong>Parents:</strong> name, email, the names or initials, teams and age groups of their
          children, as their club enters them or as they register; whether the agreement was sent, opened and
          signed. With a signature: what was typed, the text that was shown, the time, network address and
          browser, as evidence of it.
        </li>
        <li>
          <strong>Answers of parents to a club’s question:</strong> a number from 1 to 5 and, where a parent
          wants, a sentence. While the question is open, an answer can be changed by the parent’s own link: it
          is stored without a name or time, under a keyed hash. When the question closes, the figures are
          counted and every answer is deleted; the sentences stay for two years, apart from the figures and
          without a name.
        </li>
        <li>
          <strong>Delivery of mail:</strong> whether a mail arrived, bounced or was reported as spam, as our
          mail provider tells us, so that nobody is written to in vain or against their wish.
        </li>
        <li>
          <strong>Verification documents:</strong> the files, such as rosters, with which a club shows its
          number of players.
        </li>
        <li>
          <strong>Teams and games:</strong> team names, age groups, opponents, dates, places, ratings with
          their reasons, private incident notes, and the rewards that a club gives its teams.
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
          <strong>What you write to us:</strong> name, email and message of the contact form.
        </li>
      </ul>
    ),
  },
  {
    id: "use",
    title: "What we use it for",
    body: (
      <p>
        To run the service for your club; to sign you in; to take payments and keep the books; to send the
        mail that belongs to this (invitations, receipts, reminders); to answer you; to find faults and abuse;
        and to compute leaderboards from teams’ scores. We do not sell personal data, we show no advertising,
        and we do not build profiles of people.
      </p>
    ),
  },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        {brand.name} is for adults. Accounts are for people of 18 and older, and nothing is asked of a child.
        Children’s names stand beside their parents’, so that a club knows whose agreement it is. Scores
        belong to a team’s sideline, never to a child or a parent. No child’s name appears on a public page.
        If a child’s data was entered by mistake, write to us and we remove it.
      </p>
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
          Nobody reads who said what to a club’s question, and neither do the club’s administrators. They and
          the managers see figures of five answers or more, once the question has closed; the sentences are
          for administrators, in no order and without a name.
        </p>
        <p>
          Our own staff have three roles. Moderators see figures of the whole platform and verify numbers of
          players. Admins also find clubs, help people sign in and read messages to us; super admins manage
          the staff too. To see how a club’s people sign in, one of the staff has to give a reason; the club
          reads in its own log who looked, by first name and role, when and why. Verification documents are
          seen by the club’s administrators and by the staff who verify.
        </p>
        <p>
          On the leaderboard, the team, club, city, state, age group, gender and scores are shown to anybody,
          also without an account, as long as your club takes part.
        </p>
      </>
    ),
  },
  {
    id: "providers",
    title: "Who helps us",
    body: (
      <p>
        Stripe takes payments, and Postmark delivers our mail. They get what they need for this and nothing
        else. Otherwise we hand data on only when the law obliges us to, or to protect somebody from harm.
      </p>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    body: (
      <p>
        We set the cookies that the service needs, two that remember a preference, and none that follow you.
        The <a href="/cookies">Cookie Policy</a> lists every one.
      </p>
    ),
  },
  {
    id: "retention",
    title: "How long we keep it",
    body: (
      <>
        <DataTable
          caption="What is kept, and how long"
          columns={[{ name: "What" }, { name: "Kept" }, { name: "Then" }]}
          rows={retention.map((cells) => ({ key: cells[0], cells }))}
        />
        <p>
          Anyone may ask for their own signature to be erased: name, address, children and what was typed go,
          and a record without a person stays, so that the other signatures can still be verified.
        </p>
      </>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    body: (
      <p>
        You may ask what we hold about you, and have it corrected, handed to you or deleted, as far as no law
        makes us keep it. Residents of California and other states with privacy laws have these rights by law;
        we grant them to everybody. Write to <a href={`mailto:${mail.privacy}`}>{mail.privacy}</a>. We answer
        within 30 days, ask for no more than is needed to know that it is you, and never treat you worse for
        asking. If your data was entered by a club, we pass your request on to it and help.
      </p>
    ),
  },
  {
    id: "security",
    title: "How we protect it",
    body: (
      <p>
        Connections are encrypted; passwords are stored as one-way hashes; sessions can be ended at any time.
        Mailed links that open an account work once and expire; a parent’s link opens nothing but their own
        agreement. Should data be lost or exposed all the same, we tell the clubs and people concerned without
        delay, and the authorities where the law asks for it.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes and contact",
    body: (
      <p>
        When we change this policy in a way that matters, we tell club administrators by email before it takes
        effect; the date above says which version you read, and earlier versions stay readable below. Write to{" "}
        <a href={`mailto:${mail.privacy}`}>{mail.privacy}</a> with any question. How disputes are settled
        stands in the <a href="/terms#disputes">Terms of Service</a>.
      </p>
    ),
  },
];

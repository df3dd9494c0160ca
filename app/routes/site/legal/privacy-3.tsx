import { RETENTION_CLOCKS } from "#app/domain/values/retention.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { earlierVersion } from "./earlier-version.ts";
import { privacy4 } from "./privacy-4.tsx";

/** Data that was not collected yet. */
const LATER = ["pulse-answers", "pulse-sentences", "report-pdfs"];

/** Retention periods of that time. */
export const clocks3 = RETENTION_CLOCKS.filter(({ id }) => !LATER.includes(id));

/** The third version: its differences from the fourth (product/pages.md#legal-texts). */
export const privacy3 = earlierVersion(privacy4, [
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
          <strong>Parents:</strong> name, email, the names or initials, teams and age groups of their
          children, as their club enters them or as they register; whether the agreement was sent, opened and
          signed. With a signature: what was typed, the text that was shown, the time, network address and
          browser, as evidence of it.
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
          <strong>What you write to us:</strong> name, email and message of the contact form.
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
    id: "retention",
    title: "How long we keep it",
    body: (
      <>
        <DataTable
          caption="What is kept, and how long"
          columns={[{ name: "What" }, { name: "Kept" }, { name: "Then" }]}
          rows={clocks3.map(({ what, kept, ends }) => ({ key: what, cells: [what, kept, ends] }))}
        />
        <p>
          Anyone may ask for their own signature to be erased: name, address, children and what was typed go,
          and a record without a person stays, so that the other signatures can still be verified.
        </p>
      </>
    ),
  },
]);

import { brand } from "#app/config/brand.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { earlierVersion } from "./earlier-version.ts";
import { clocks3, privacy3 } from "./privacy-3.tsx";

/** Retention periods of that time: refused registrations had none, because they were erased at once. */
const retention = clocks3
  .filter(({ id }) => id !== "refused-registrations")
  .map(({ what, kept, ends }) => [what, kept, ends] as const);

/** The second version: its differences from the third (product/pages.md#legal-texts). */
export const privacy2 = earlierVersion(privacy3, [
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
          reads in its own log who looked, when and why. Verification documents are seen by the club’s
          administrators and by the staff who verify.
        </p>
        <p>
          On the leaderboard, the team, club, city, state, age group, gender and scores are shown to the clubs
          that use {brand.name}, as long as your club takes part.
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
          rows={retention.map((cells) => ({ key: cells[0], cells }))}
        />
        <p>
          Anyone may ask for their own signature to be erased: name, address, children and what was typed go,
          and a record without a person stays, so that the other signatures can still be verified.
        </p>
      </>
    ),
  },
]);

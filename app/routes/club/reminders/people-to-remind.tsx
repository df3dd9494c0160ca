import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import type { WaitingPage } from "./waiting-page.server.ts";

type Rater = WaitingPage["raters"][number];

/** Whose ratings are missing, each with a button that mails them what waits. */
export function PeopleToRemind({ raters, teamId }: { raters: readonly Rater[]; teamId: string }) {
  if (raters.length === 0) return null;
  const action = href("/rating/waiting", { team: teamId === "" ? undefined : teamId });
  const open = raters.filter(({ state }) => state === "open").length;
  return (
    <section>
      <h2>Who could rate</h2>
      <p>
        A reminder lists everything that waits for its reader. Nobody gets more than one a day; it also goes
        out by itself on the three mornings after a game.
      </p>
      {open > 1 ? (
        <ButtonForm action={action}>
          <SubmitButton>Remind everyone ({pluralize(open, "person", "people")})</SubmitButton>
        </ButtonForm>
      ) : null}
      <DataTable
        caption="People for whose rating games wait"
        columns={[
          { name: "Person" },
          { name: "Waiting", numeric: true },
          { name: "Last reminded" },
          { name: "Remind" },
        ]}
        rows={raters.map((rater) => ({
          key: rater.accountId,
          cells: [
            <span key="person">
              <strong>{rater.name}</strong> <span className="muted small">{rater.places.join("; ")}</span>
            </span>,
            pluralize(rater.waiting, "rating"),
            rater.reminded ?? "Never",
            rater.state === "open" ? (
              <ButtonForm key="remind" action={action}>
                <Hidden name="rater" value={rater.accountId} />
                <SubmitButton look="secondary">
                  Remind <span className="visually-hidden">{rater.name}</span>
                </SubmitButton>
              </ButtonForm>
            ) : (
              <Badge key="state">{stateLabels[rater.state]}</Badge>
            ),
          ],
        }))}
      />
    </section>
  );
}

const stateLabels: Record<Exclude<Rater["state"], "open">, string> = {
  today: "Reminded today",
  "own-off": "Has Game Reminders off",
  "team-off": "Team's updates are off",
  "no-mail": "Address takes no email",
};

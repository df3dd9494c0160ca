import { DataTable } from "#app/ui/data-table.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import type { viewStart } from "./start-preview.server.ts";

type View = Awaited<ReturnType<typeof viewStart>>;

/** Asks before money is given for games of the past. */
export function StartPage({ name, view, keep }: { name: string; view: View; keep: string }) {
  const crumbs = [{ label: "Rewards", href: "/rewards" }];
  return (
    <ConfirmPage
      title={`Start ${name}?`}
      crumbs={crumbs}
      fields={
        view.teams.length === 0 ? (
          <p>No team has earned anything so far.</p>
        ) : (
          <>
            <p>{view.summary}</p>
            <DataTable
              caption="Earned already"
              columns={[
                { name: "Team" },
                { name: "Awarded now" },
                { name: "To hand over", numeric: true },
                { name: "Games", wide: true },
              ]}
              rows={view.teams.map(({ key, team, awarded, waits, games }) => ({
                key,
                cells: [<strong key="team">{team}</strong>, awarded, waits, games],
              }))}
            />
            <p className="muted">
              The earliest are paid first. Each person gets one email that lists what concerns them.
            </p>
          </>
        )
      }
      submit={view.submit}
      back="/rewards"
      keep={keep}
    />
  );
}

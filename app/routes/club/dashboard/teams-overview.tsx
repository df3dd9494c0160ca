import type { Dashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";

/** The first teams of the club with their latest games; the teams page lists all. */
export function TeamsOverview({ teams, total }: { teams: Dashboard["teams"]; total: number }) {
  return (
    <section>
      <h2>How the sidelines are doing</h2>
      <DataTable
        caption="Teams with their latest games"
        columns={[
          { name: "Team" },
          { name: "Latest games" },
          { name: "Average", numeric: true },
          { name: "Games rated", numeric: true },
        ]}
        rows={teams.map((team) => ({
          key: team.id,
          cells: [
            <span key="name">
              <strong>{team.name}</strong> <span className="hint">{team.group}</span>
            </span>,
            <SidelineStrip key="strip" marks={team.strip} />,
            <AverageFigure key="average" average={team.average} />,
            team.ratedGames,
          ],
        }))}
      />
      {total > teams.length ? <ButtonLink href="/teams">All {total} teams</ButtonLink> : null}
    </section>
  );
}

import { adjustedAverage } from "#app/domain/control/leaderboard/ranking.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Average, Latest, Missing, Rank, Team, type TeamRow, Trend } from "./cells.tsx";

/** @param mean the platform's average, which 'Counts as' is drawn towards */
export function RankedTeams({ rows, mean }: { rows: readonly TeamRow[]; mean: number }) {
  return (
    <div className="board">
      <DataTable
        caption="Ranked teams"
        columns={[
          { name: "Rank", look: "board-rank" },
          { name: "Team", look: "board-name" },
          { name: "Average", look: "board-average" },
          { name: "Games", numeric: true, look: "board-more" },
          { name: "Perfect", numeric: true, look: "board-more" },
          { name: "Trend", look: "board-more" },
          { name: "Latest games", look: "board-strip" },
        ]}
        rows={rows.map((team, index) => ({
          key: String(index),
          cells: [
            <Rank key="rank" rank={team.rank ?? 0} />,
            <Team key="team" team={team} />,
            <span key="average">
              <Average team={team} />{" "}
              <span className="board-note">Counts as {adjustedAverage(team, mean).toFixed(2)}</span>
            </span>,
            team.ratedGames,
            team.perfectGames,
            <Trend key="trend" team={team} />,
            <Latest key="latest" team={team} />,
          ],
        }))}
      />
    </div>
  );
}

export function UnrankedTeams({ rows }: { rows: readonly TeamRow[] }) {
  return (
    <div className="board board-unranked">
      <h2>Not ranked yet</h2>
      <DataTable
        caption="Teams that are not ranked yet"
        columns={[
          { name: "Team", look: "board-name" },
          { name: "What is missing", look: "board-missing" },
          { name: "Average", look: "board-average" },
          { name: "Games", numeric: true, look: "board-more" },
          { name: "Perfect", numeric: true, look: "board-more" },
          { name: "Latest games", look: "board-strip" },
        ]}
        rows={rows.map((team, index) => ({
          key: String(index),
          cells: [
            <Team key="team" team={team} />,
            <Missing key="missing" team={team} />,
            <Average key="average" team={team} />,
            team.ratedGames,
            team.perfectGames,
            <Latest key="latest" team={team} />,
          ],
        }))}
      />
    </div>
  );
}

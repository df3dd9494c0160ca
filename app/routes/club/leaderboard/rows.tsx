import type { ReactNode } from "react";
import { rankLabel, trendLabel } from "#app/domain/control/leaderboard/labels.ts";
import { adjustedAverage, whatIsMissing } from "#app/domain/control/leaderboard/ranking.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";

/** @param mean the platform's average, towards which 'Counts as' is shrunk */
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

/** A team on a board, without ids. */
interface TeamRow extends Omit<LeaderboardEntry, "teamId" | "clubCode" | "lastGameDate" | "changesAt"> {
  rank: number | null;
  lastGame: string | null;
  /** True if it belongs to the viewer's club. */
  own: boolean;
  /** The team's page, if the viewer may open it. */
  href: string | null;
}

function Rank({ rank }: { rank: number }) {
  const word = rankLabel[rank - 1];
  if (!word) return <span className="rank">{rank}</span>;
  return (
    <span className={`rank rank-${rank}`}>
      <Icon name={rank === 1 ? "leaderboard" : "medal"} />
      {rank} <span className="rank-word">{word}</span>
    </span>
  );
}

function Team({ team }: { team: TeamRow }) {
  const name: ReactNode = team.href ? <a href={team.href}>{team.teamName}</a> : team.teamName;
  return (
    <span className={team.own ? "board-team own" : "board-team"}>
      <span className="board-title">
        <strong>{name}</strong>{" "}
        <span className="board-group">
          {team.ageGroup} {team.gender}
        </span>
      </span>{" "}
      {team.own ? <Badge>Your club</Badge> : null}{" "}
      <span className="board-club">
        {team.clubName}, {team.city}, {team.state}
      </span>
    </span>
  );
}

/** Shows the average; empty before the first rated game. */
function Average({ team }: { team: TeamRow }) {
  return team.ratedGames === 0 ? null : <AverageFigure average={team.totalScore / team.ratedGames} />;
}

function Missing({ team }: { team: TeamRow }) {
  return (
    <span>
      {whatIsMissing(team).map((requirement) => (
        <span key={requirement} className="missing">
          {requirement}{" "}
        </span>
      ))}
    </span>
  );
}

function Latest({ team }: { team: TeamRow }) {
  return (
    <span>
      <SidelineStrip marks={team.strip} />{" "}
      {team.lastGame ? <span className="board-note">Last: {team.lastGame}</span> : null}
    </span>
  );
}

function Trend({ team }: { team: TeamRow }) {
  const { mark, word } = trendLabel(team);
  return (
    <span className={mark ? "nowrap" : "muted"}>
      {mark ? <span aria-hidden="true">{mark} </span> : null}
      {word}
    </span>
  );
}

import type { ReactNode } from "react";
import { rankLabel, trendLabel } from "#app/domain/control/leaderboard/labels.ts";
import { whatIsMissing } from "#app/domain/control/leaderboard/ranking.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";

/** A team as a board shows it, without ids. */
export interface TeamRow
  extends Omit<LeaderboardEntry, "teamId" | "clubCode" | "lastGameDate" | "changesAt"> {
  rank: number | null;
  lastGame: string | null;
  /** Of the viewer's own club. */
  own: boolean;
  /** The team's page, if the viewer may open it. */
  href: string | null;
}

export function Rank({ rank }: { rank: number }) {
  const word = rankLabel[rank - 1];
  if (!word) return <span className="rank">{rank}</span>;
  return (
    <span className={`rank rank-${rank}`}>
      <Icon name={rank === 1 ? "leaderboard" : "medal"} />
      {rank} <span className="rank-word">{word}</span>
    </span>
  );
}

export function Team({ team }: { team: TeamRow }) {
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

export function Average({ team }: { team: TeamRow }) {
  return <AverageFigure average={team.ratedGames === 0 ? null : team.totalScore / team.ratedGames} />;
}

export function Missing({ team }: { team: TeamRow }) {
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

export function Latest({ team }: { team: TeamRow }) {
  return (
    <span>
      <SidelineStrip marks={team.strip} />{" "}
      {team.lastGame ? <span className="board-note">Last: {team.lastGame}</span> : null}
    </span>
  );
}

export function Trend({ team }: { team: TeamRow }) {
  const { mark, word } = trendLabel(team);
  return (
    <span className={mark ? "nowrap" : "muted"}>
      {mark ? <span aria-hidden="true">{mark} </span> : null}
      {word}
    </span>
  );
}

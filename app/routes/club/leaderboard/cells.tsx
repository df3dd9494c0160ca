import type { ReactNode } from "react";
import { averageTone, formatAverage, rankLabel, trendLabel } from "#app/domain/control/leaderboard/labels.ts";
import { whatIsMissing } from "#app/domain/control/leaderboard/ranking.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ScoreMark, SidelineStrip } from "#app/ui/strip.tsx";

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
      <strong>{name}</strong> {team.own ? <Badge tone="accent">Your club</Badge> : null}{" "}
      <span className="board-club">
        {team.clubName}, {team.city}, {team.state}
      </span>{" "}
      <span className="board-group">
        {team.ageGroup} {team.gender}
      </span>
    </span>
  );
}

export function Average({ team }: { team: TeamRow }) {
  if (team.ratedGames === 0) return <>Not rated yet</>;
  const average = team.totalScore / team.ratedGames;
  const { shape, tone, word } = averageTone(average);
  return (
    <Badge tone={tone}>
      <ScoreMark score={shape} />
      <span className="average">{formatAverage(average)}</span> {word}
    </Badge>
  );
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

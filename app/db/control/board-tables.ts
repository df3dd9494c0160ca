/** One row per team that takes part: all that the public boards show. Rebuildable from the club files. */
export interface StandingsTable {
  team_id: string;
  club_code: string;
  club_name: string;
  team_name: string;
  city: string;
  state: string;
  age_group: string;
  gender: string;
  total_score: number;
  rated_games: number;
  completed_games: number;
  perfect_games: number;
  last_game_date: string | null;
  trend: "up" | "down" | "stable";
  /** The sideline strip of the latest games, oldest first: p perfect, m minor, x major, s sealed, - unrated. */
  strip: string;
  /** Time the next kick-off or the end of a seal changes the stats. */
  changes_at: string | null;
  /** 1: it has a rank; 0: 'Not ranked yet' (product/leaderboards.md#ranking). */
  ranked: number;
  /** Team, club and city as the board's search compares them. */
  search_text: string;
  /** Stable while the team takes part, and never given to another. */
  number: number;
}

/** One row: what the leaderboard is read from. */
export interface LeaderboardTable {
  id: 1;
  /** Counts the changes of `standings`. */
  revision: number;
  /** The largest number that a team was ever given. */
  last_number: number;
  /** The active snapshot; null before the first one is made. */
  snapshot: number | null;
}

/** The ranks of all teams as they were at one moment (docs/decisions/005). */
export interface LeaderboardSnapshotsTable {
  id: number;
  /** The leaderboard's revision at that moment. */
  revision: number;
  /** The average of all rated games at that moment, in points; null while none is rated. */
  mean: number | null;
  ranked: number;
  made_at: string;
  /** Since when a newer snapshot is active. */
  retired_at: string | null;
}

/** A board of a snapshot: what its cards say, and where its pages are. */
export interface LeaderboardBoardsTable {
  snapshot: number;
  /** State, age group and gender with a | between them; empty for all. */
  board: string;
  /** The number of its first page among the snapshot's pages; the others follow. */
  first_page: number;
  teams: number;
  ranked: number;
  clubs: number;
  /** Number of them with a rated game. */
  rated_clubs: number;
  perfect_games: number;
  total_score: number;
  rated_games: number;
}

/** A team's position on each of its eight boards, and the scores that led to it. */
export interface LeaderboardRanksTable {
  snapshot: number;
  number: number;
  nation: number;
  nation_age: number;
  nation_gender: number;
  nation_age_gender: number;
  state: number;
  state_age: number;
  state_gender: number;
  state_age_gender: number;
  total_score: number;
  rated_games: number;
  completed_games: number;
  perfect_games: number;
}

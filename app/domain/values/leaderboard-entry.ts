/**
 * Everything that the public boards show of a team (product/leaderboards.md#leaderboard). Computed from a club's file,
 * stored in the control database.
 */
export interface LeaderboardEntry {
  teamId: string;
  clubCode: string;
  clubName: string;
  teamName: string;
  city: string;
  state: string;
  ageGroup: string;
  gender: string;
  totalScore: number;
  ratedGames: number;
  completedGames: number;
  perfectGames: number;
  /** YYYY-MM-DD in the club's zone. */
  lastGameDate: string | null;
  trend: "up" | "down" | "stable";
  /** The latest games that count, oldest first: p perfect, m minor, x major, s sealed, - not rated. */
  strip: string;
  /**
   * The next kick-off or opening of a sealed result, in UTC: it changes the stats without an edit. Null without one.
   */
  changesAt: string | null;
}

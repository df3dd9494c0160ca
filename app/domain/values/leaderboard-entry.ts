/**
 * What the public boards know of a team, and nothing beyond it: team, club, city, state, age group, gender and
 * scores (product.md#leaderboard). A club's file gives it, the control database keeps it.
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
  /** YYYY-MM-DD on the club's calendar. */
  lastGameDate: string | null;
  trend: "up" | "down" | "stable";
  /** The latest games that count, oldest first: p perfect, m minor, x major, - not rated. */
  strip: string;
  /** When the next kick-off changes the figures by itself, in UTC; null while no game is to come. */
  changesAt: string | null;
}

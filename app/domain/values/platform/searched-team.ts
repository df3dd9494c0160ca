/** What staff find of a team and its games, as the club's file has it (product.md#staff-search). */
export interface SearchedTeam {
  teamId: string;
  name: string;
  ageGroup: string;
  gender: string;
  season: string;
  status: "active" | "archived" | "deleted";
  /** Of every status, by day (YYYY-MM-DD in the club's zone) and opponent. */
  games: { date: string; opponent: string }[];
}

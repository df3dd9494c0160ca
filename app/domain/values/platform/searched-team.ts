/** Searchable data of a team and its games, from the club's file (product/platform-staff.md#staff-search). */
export interface SearchedTeam {
  teamId: string;
  name: string;
  ageGroup: string;
  gender: string;
  season: string;
  status: "active" | "archived" | "deleted";
  /** Games of every status, by day (YYYY-MM-DD in the club's zone) and opponent. */
  games: { date: string; opponent: string }[];
}

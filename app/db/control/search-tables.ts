import type { Generated } from "kysely";

/** Tables that staff search; triggers keep the index of each, and drop a club's rows with it (migration 062). */
export interface SearchTables {
  search_clubs: { number: Generated<number>; club_code: string };
  search_users: { number: Generated<number>; account_id: string };
  search_teams: SearchTeamsTable;
  search_games: {
    /** The game's day since 1970 times {@link GAMES_A_DAY}, plus a count. */
    number: number;
    team: number;
    opponent: string;
  };
}

interface SearchTeamsTable {
  number: Generated<number>;
  team_id: string;
  club_code: string;
  name: string;
  age_group: string;
  gender: string;
  season: string;
  status: "active" | "archived" | "deleted";
}

/** Numbers that a day has for its games, on the whole platform. */
export const GAMES_A_DAY = 2 ** 20;

import type { LeaderboardRanksTable } from "#app/db/control/board-tables.ts";

/** A board: the teams of a state or the nation, of one age group or all, of one gender or all. */
export interface BoardKey {
  state: string | null;
  ageGroup: string | null;
  gender: string | null;
}

/** A team is on eight boards; its position on each is a column of `leaderboard_ranks`. */
export const rankColumns = [
  "nation",
  "nation_age",
  "nation_gender",
  "nation_age_gender",
  "state",
  "state_age",
  "state_gender",
  "state_age_gender",
] as const;
export type RankColumn = (typeof rankColumns)[number];

export function rankColumn({ state, ageGroup, gender }: BoardKey): RankColumn {
  const area = state === null ? "nation" : "state";
  return `${area}${ageGroup === null ? "" : "_age"}${gender === null ? "" : "_gender"}` as RankColumn;
}

/** Returns a board's name: 'TX|U-12|' is the board of all U-12 teams of Texas. */
export function boardName({ state, ageGroup, gender }: BoardKey): string {
  return [state, ageGroup, gender].map((part) => part ?? "").join("|");
}

/** A team of a snapshot that is being made, and its row of ranks. */
export interface Team {
  clubCode: string;
  state: string;
  ageGroup: string;
  gender: string;
  ranked: boolean;
  ranks: Omit<LeaderboardRanksTable, "snapshot">;
}

/**
 * Returns the boards of a column with their teams, and each team's position in its row of ranks.
 * @param teams in the order of rank, which is the same on every board
 */
export function boardsOf(column: RankColumn, teams: readonly Team[]): [name: string, members: Team[]][] {
  const boards = new Map<string, Team[]>();
  for (const team of teams) {
    const name = boardName({
      state: column.startsWith("state") ? team.state : null,
      ageGroup: column.includes("_age") ? team.ageGroup : null,
      gender: column.endsWith("_gender") ? team.gender : null,
    });
    const members = boards.get(name) ?? [];
    if (members.length === 0) boards.set(name, members);
    team.ranks[column] = members.push(team);
  }
  return [...boards];
}

/** Computes a board's cards. A club counts once. */
export function cardsOf(members: readonly Team[]) {
  const cards = { ranked: 0, perfect_games: 0, total_score: 0, rated_games: 0 };
  const clubs = new Set<string>();
  const rated = new Set<string>();
  for (const { ranked, clubCode, ranks } of members) {
    if (ranked) cards.ranked += 1;
    cards.perfect_games += ranks.perfect_games;
    cards.total_score += ranks.total_score;
    cards.rated_games += ranks.rated_games;
    clubs.add(clubCode);
    if (ranks.rated_games > 0) rated.add(clubCode);
  }
  return { ...cards, teams: members.length, clubs: clubs.size, rated_clubs: rated.size };
}

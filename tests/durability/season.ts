import type { Platform } from "#app/db/storage/platform.server.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { gameRow } from "../support/rows.ts";
import { World } from "../support/world.ts";
import { openStored } from "./stored.ts";

/** A rater: session cookie, club and the team's unrated games, which have kicked off. */
export interface Rater {
  name: string;
  cookie: string;
  clubCode: string;
  side: "coach" | "manager";
  games: string[];
}

export interface Admin {
  cookie: string;
  clubCode: string;
  teamIds: string[];
}

export interface Season {
  raters: Rater[];
  admins: Admin[];
}

const CLUBS = ["Lakeside FC", "Riverside United"];
const TEAMS = ["Hawks", "Lions"];

/** Clubs with teams, each with a coach, a manager and games to rate, written into an empty data folder. */
export async function writeSeason(
  dataDir: string,
  gamesATeam: number,
  clubNames: readonly string[] = CLUBS,
  teamNames: readonly string[] = TEAMS,
): Promise<Season> {
  const open = await openStored(dataDir, { migrate: true });
  const world = new World(dataDir, open, open.close);
  const season: Season = { raters: [], admins: [] };
  try {
    for (const clubName of clubNames) {
      const club = await world.club(clubName);
      const teamIds: string[] = [];
      for (const teamName of teamNames) {
        const team = await world.team(club, teamName);
        teamIds.push(team);
        const games = await writeGames(open, club.code, team, gamesATeam);
        for (const side of ["coach", "manager"] as const) {
          const name = `${side} ${teamName} ${club.code}`;
          const account = await world.person(name, club, [{ team, role: side }]);
          const cookie = await world.signIn(account, club.code);
          season.raters.push({ name, cookie, clubCode: club.code, side, games });
        }
      }
      const cookie = await world.signIn(club.adminAccount, club.code);
      season.admins.push({ cookie, clubCode: club.code, teamIds });
    }
    await rebuildLeaderboard(open);
    return season;
  } finally {
    await open.close();
  }
}

async function writeGames(open: Platform, code: string, teamId: string, count: number): Promise<string[]> {
  const games = Array.from({ length: count }, (_, n) => ({
    ...gameRow(newId(), teamId, new Date(Date.now() - 5 * 3_600_000 - n * 60_000)),
    opponent: `Opponent ${n + 1}`,
  }));
  await open.clubs.use(code, async (db) => {
    for (let from = 0; from < games.length; from += 500) {
      await db
        .insertInto("games")
        .values(games.slice(from, from + 500))
        .execute();
    }
  });
  return games.map(({ id }) => id);
}

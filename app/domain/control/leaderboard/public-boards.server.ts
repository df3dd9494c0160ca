import { sql } from "kysely";
import { z } from "zod";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordClubAct } from "#app/domain/control/audit/audit.server.ts";
import { tick } from "#app/forms/fields.server.ts";
import { boardRows, readBoard } from "./board.server.ts";
import type { BoardFilters } from "./filters.ts";

/** A team as the public extract shows it: no ids, no people. */
export interface PublicTeam {
  rank: number;
  team: string;
  club: string;
  place: string;
  ageGroup: string;
  gender: string;
  /** Points a rated game, with two decimals. */
  average: string;
  ratedGames: number;
  strip: string;
}

/** Number of teams in the public extract (product/pages.md#public-boards). */
export const PUBLIC_TEAMS = 10;

/** Loads the first ranked teams of a state, or of the nation for null. */
export async function publicTeams(control: ControlDb, state: string | null): Promise<PublicTeam[]> {
  const filters: BoardFilters = {
    view: state ? "state" : "national",
    state,
    ageGroup: null,
    gender: null,
    q: "",
    page: 1,
  };
  const rows = await boardRows(control, filters, await readBoard(control, filters));
  return rows
    .filter(({ rank }) => rank !== null)
    .slice(0, PUBLIC_TEAMS)
    .map((row) => ({
      rank: row.rank ?? 0,
      team: row.teamName,
      club: row.clubName,
      place: [row.city, row.state].filter(Boolean).join(", "),
      ageGroup: row.ageGroup,
      gender: row.gender,
      average: (row.totalScore / row.ratedGames).toFixed(2),
      ratedGames: row.ratedGames,
      strip: row.strip,
    }));
}

/** Content of a club's public page: stats of its rated games, once there are enough of them. */
export interface PublicClub {
  name: string;
  place: string;
  teams: number;
  ratedGames: number;
  perfectGames: number;
  /** Points a rated game; null below MIN_GAMES rated games. */
  average: string | null;
}

/** Least rated games for an average (product/pages.md#public-boards). */
export const MIN_GAMES = 10;

/** Loads a club that allows its public page, is on the boards and is not suspended; null for every other address. */
export async function publicClub(control: ControlDb, slug: string): Promise<PublicClub | null> {
  const row = await control
    .selectFrom("clubs as c")
    .innerJoin("standings as s", "s.club_code", "c.code")
    .select(["c.name", "c.city", "c.state"])
    .select(({ fn }) => [
      fn.countAll<number>().as("teams"),
      fn.sum<number>("s.total_score").as("points"),
      fn.sum<number>("s.rated_games").as("ratedGames"),
      fn.sum<number>("s.perfect_games").as("perfectGames"),
    ])
    .where("c.slug", "=", slug)
    .where("c.public_page", "=", 1)
    .where("c.status", "=", "active")
    .groupBy("c.code")
    .executeTakeFirst();
  if (!row) return null;
  const { name, city, state, teams, points, ratedGames, perfectGames } = row;
  const average = ratedGames >= MIN_GAMES ? (points / ratedGames).toFixed(1) : null;
  return { name, place: [city, state].filter(Boolean).join(", "), teams, ratedGames, perfectGames, average };
}

/** Tells whether a club allows its public page, and its address. */
export async function publicPageOf(
  control: ControlDb,
  clubCode: string,
): Promise<Pick<ClubsTable, "slug" | "public_page">> {
  return control
    .selectFrom("clubs")
    .select(["slug", "public_page"])
    .where("code", "=", clubCode)
    .executeTakeFirstOrThrow();
}

/** Allows a club's public page, or takes it away. */
export async function allowPublicPage(control: ControlDb, clubCode: string, allowed: boolean): Promise<void> {
  await control
    .updateTable("clubs")
    .set({ public_page: allowed ? 1 : 0 })
    .where("code", "=", clubCode)
    .execute();
}

/** Loads the public pages of clubs, for the sitemap; the first 1,000 by name. */
export async function publicSlugs(control: ControlDb): Promise<string[]> {
  const rows = await control
    .selectFrom("clubs")
    .select("slug")
    // Written out: SQLite sees that the partial index fits only then.
    .where(sql<boolean>`public_page = 1 and status = 'active'`)
    .orderBy("name")
    .limit(1_000)
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Opens a club's public page, or closes it, and says so in the club's log. */
export function changePublicPage(
  ctx: { control: ControlDb; club: { code: string }; user: { accountId: string } },
  allowed: boolean,
): Promise<void> {
  return inTransaction(ctx.control, async (tx) => {
    await allowPublicPage(tx, ctx.club.code, allowed);
    const detail = { publicPage: allowed ? "open" : "closed" };
    await recordClubAct(tx, ctx, { kind: "settings.changed", detail });
  });
}

export const publicPageSchema = z.object({ allowed: tick() });

import { type RawBuilder, sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { GAMES_A_DAY } from "#app/db/control/search-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { rowsBeginningLike, type Searched } from "#app/db/storage/search-index.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { dayOfNumber, firstNumberOf } from "./searched-rows.server.ts";

/** Results on a page; one more is found, so that the page can say so. */
export const FOUND_SHOWN = 50;
/** Up to this many matches are sorted: the newest, the first by name. */
const TAKEN = 200;

/** Converts words to those of the index, which has 'U-12' as two. */
const indexed = (words: readonly string[]) =>
  words.flatMap((word) => {
    const age = /^u(\d{1,2})$/.exec(word)?.[1];
    return age ? ["u", age] : [word];
  });

const found = (of: Searched, words: readonly string[]) =>
  rowsBeginningLike(of, indexed(words), TAKEN).as("found");

/**
 * Loads clubs by the beginnings of words of their name, code, place, contact and email
 * (product/platform-staff.md#staff-search).
 */
export const findClubs = (control: ControlDb, words: readonly string[]) =>
  control
    .selectFrom(found("search_clubs", words))
    .innerJoin("search_clubs as s", "s.number", "found.number")
    .innerJoin("clubs as c", "c.code", "s.club_code")
    .select(["c.code", "c.name", "c.city", "c.state", "c.status", "c.term_ends_at", "c.email"])
    .orderBy(sql`c.name collate nocase`)
    .orderBy("c.code")
    .limit(FOUND_SHOWN + 1)
    .execute();

/** Loads people and clubs' own accounts, one row for each of their clubs. Parents have no account. */
export const findUsers = (control: ControlDb, words: readonly string[]) =>
  control
    .selectFrom(found("search_users", words))
    .innerJoin("search_users as s", "s.number", "found.number")
    .innerJoin("accounts as a", "a.id", "s.account_id")
    .leftJoin("memberships as m", "m.account_id", "a.id")
    .leftJoin("clubs as c", "c.code", "m.club_code")
    .select(["a.id", "a.kind", "a.name", "a.email", "a.last_sign_in_at as lastSignInAt"])
    .select(["m.role", "c.code as clubCode", "c.name as clubName", "c.email as clubEmail"])
    .orderBy(sql`a.name collate nocase`)
    .orderBy("a.id")
    .orderBy("c.name")
    .limit(FOUND_SHOWN + 1)
    .execute();

/** Loads teams of every status, by words of their name, age group and club. */
export const findTeams = (control: ControlDb, words: readonly string[]) =>
  control
    .selectFrom(found("search_teams", words))
    .innerJoin("search_teams as t", "t.number", "found.number")
    .innerJoin("clubs as c", "c.code", "t.club_code")
    .select(["t.number", "t.team_id as teamId", "t.name", "t.age_group as ageGroup", "t.gender", "t.season"])
    .select(["t.status", "c.code as clubCode", "c.name as clubName", "c.state"])
    .orderBy(sql`t.name collate nocase`)
    .orderBy(sql`c.name collate nocase`)
    .orderBy("t.number")
    .limit(FOUND_SHOWN + 1)
    .execute();

/** Interpretation of a search: words, on one of the days, or on any day if there are none. */
export interface GameReading {
  words: readonly string[];
  /** Inclusive ranges, YYYY-MM-DD. */
  days: readonly { from: string; to: string }[];
}

/** Loads games of every status by words of opponent, team and club, the latest first. */
export async function findGames(control: ControlDb, readings: readonly GameReading[]) {
  const parts = readings.flatMap(({ words, days }): RawBuilder<unknown>[] => {
    const of = (between?: { from: number; to: number }) =>
      sql`select number from ${rowsBeginningLike("search_games", indexed(words), FOUND_SHOWN + 1, between)} as listed`;
    if (days.length === 0) return [of()];
    return days.map(({ from, to }) => of({ from: firstNumberOf(from), to: firstNumberOf(to) + GAMES_A_DAY }));
  });
  if (parts.length === 0) return [];
  const games = await control
    .selectFrom(
      sql<{ number: number }>`(${sql.join(parts, sql` union `)} order by 1 desc limit ${FOUND_SHOWN + 1})`.as(
        "found",
      ),
    )
    .innerJoin("search_games as g", "g.number", "found.number")
    .innerJoin("search_teams as t", "t.number", "g.team")
    .innerJoin("clubs as c", "c.code", "t.club_code")
    .select(["g.number", "g.opponent", "t.name as team", "t.status"])
    .select(["c.code as clubCode", "c.name as clubName", "c.state"])
    .orderBy("g.number", "desc")
    .execute();
  return games.map((game) => ({ ...game, day: dayOfNumber(game.number) }));
}

/** Records that a member of staff searched for people; the log does not say for whom. */
export const recordPeopleSearch = (
  control: ControlDb,
  adminId: string,
  { hits, at }: { hits: number; at: Date },
): Promise<void> =>
  inTransaction(control, (tx) =>
    recordAudit(tx, {
      kind: "staff.people-searched",
      actor: { kind: "staff", id: adminId },
      detail: { hits },
      at,
    }),
  );

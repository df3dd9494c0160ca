import { ClubBulkWriter } from "#app/db/bulk.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { leaderboardEntries } from "#app/domain/club/leaderboard/entries.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { memoize } from "#app/runtime/memoize.ts";
import { type ControlRows, makeClub } from "./club.ts";
import type { SeedOptions } from "./options.ts";
import type { TeamRows } from "./team.ts";

/** The control database's rows for a club whose file was written. */
export interface WrittenClub extends ControlRows {
  entries: LeaderboardEntry[];
  ratings: number;
}

export interface SeedTask {
  folder: string;
  options: SeedOptions;
  /** Numbers of clubs from 1, inclusive. */
  from: number;
  to: number;
}

/** One writer per folder, which caches the template of an empty file. */
const bulkWriterFor = memoize((folder: string) => new ClubBulkWriter(folder));

/** Writes the files of the clubs `from` to `to`. */
export async function writeClubs({ folder, options, from, to }: SeedTask): Promise<WrittenClub[]> {
  const bulkWriter = bulkWriterFor(folder);
  const written: WrittenClub[] = [];
  // A day later every game has been played, even in Hawaii.
  const at = new Date(Date.parse(`${options.until}T00:00:00Z`) + 86_400_000);
  for (let number = from; number <= to; number += 1) {
    const { profile, teams, control } = makeClub(options, number);
    const all = <Name extends "staff" | "games" | "ratings" | "incidents">(name: Name) =>
      teams.flatMap((team) => team[name] as TeamRows[Name][number][]);
    const ratings = all("ratings");
    const entries = await bulkWriter.write(profile.code, async (db) => {
      await insertRows(db, "club", [profile]);
      await insertRows(
        db,
        "teams",
        teams.map(({ team }) => team),
      );
      await insertRows(db, "staff", all("staff"));
      await insertRows(db, "games", all("games"));
      await insertRows(db, "ratings", ratings);
      await insertRows(db, "incidents", all("incidents"));
      return leaderboardEntries(db, "all", at);
    });
    written.push({ ...control, entries, ratings: ratings.length });
  }
  return written;
}

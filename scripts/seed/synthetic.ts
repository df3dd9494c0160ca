import { cpus } from "node:os";
import { join } from "node:path";
import { withoutWaitingForDisk } from "#app/db/bulk.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { addEntries } from "#app/domain/control/leaderboard/entries.server.ts";
import { makeSnapshot } from "#app/domain/control/leaderboard/snapshot.server.ts";
import { withWorkers } from "../workers/worker-pool.ts";
import type { SeedOptions } from "./options.ts";
import { type SeedTask, type WrittenClub, writeClubs } from "./write-clubs.ts";

/** About this many games are generated before the control database is updated. */
const GAMES_AT_ONCE = 4_000;
/** Starting a worker pays off from this many games on. */
const GAMES_A_WORKER = 20_000;

export interface Seeded {
  clubs: number;
  teams: number;
  ratings: number;
}

/** Fills an empty platform with made-up clubs: their files first, then the control database. */
export async function seedSynthetic(
  platform: Platform,
  dataDir: string,
  options: SeedOptions,
): Promise<Seeded> {
  const folder = join(dataDir, "clubs");
  const seeded: Seeded = { clubs: 0, teams: 0, ratings: 0 };
  const shares = sharesOf(options);
  const work = async (write: typeof writeClubs) => {
    for (let share = shares.next(); !share.done; share = shares.next()) {
      const clubs = await write({ folder, options, ...share.value });
      await addToControl(platform, clubs);
      seeded.clubs += clubs.length;
      seeded.teams += clubs.reduce((sum, { entries }) => sum + entries.length, 0);
      seeded.ratings += clubs.reduce((sum, { ratings }) => sum + ratings, 0);
    }
  };
  await withoutWaitingForDisk(platform.control, async () => {
    const workers = workersFor(options);
    if (workers === 1) await work(writeClubs);
    else {
      await withWorkers<"seed">(workers, (run) =>
        Promise.all(Array.from({ length: workers }, () => work((item) => run({ name: "seed", item })))),
      );
    }
    await makeSnapshot(platform.control);
  });
  return seeded;
}

const gamesOf = ({ teams, games }: SeedOptions) => Math.max(1, teams * Math.max(1, games));

function workersFor(options: SeedOptions): number {
  if (options.workers !== null) return options.workers;
  const paying = Math.floor((options.clubs * gamesOf(options)) / GAMES_A_WORKER);
  return Math.max(1, Math.min(cpus().length, paying));
}

function* sharesOf(options: SeedOptions): Generator<Pick<SeedTask, "from" | "to">, undefined> {
  const step = Math.max(1, Math.floor(GAMES_AT_ONCE / gamesOf(options)));
  for (let from = 1; from <= options.clubs; from += step) {
    yield { from, to: Math.min(options.clubs, from + step - 1) };
  }
}

async function addToControl({ control }: Platform, clubs: WrittenClub[]): Promise<void> {
  await inTransaction(control, async (tx) => {
    await insertRows(
      tx,
      "clubs",
      clubs.map(({ club }) => club),
    );
    await insertRows(
      tx,
      "subscriptions",
      clubs.map(({ subscription }) => subscription),
    );
    await insertRows(
      tx,
      "accounts",
      clubs.flatMap(({ accounts }) => accounts),
    );
    await insertRows(
      tx,
      "memberships",
      clubs.flatMap(({ memberships }) => memberships),
    );
    await addEntries(
      tx,
      clubs.flatMap(({ entries }) => entries),
    );
  });
}

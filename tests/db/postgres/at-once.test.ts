import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClubDb, ClubTable } from "#app/db/club/schema.ts";
import { besideOthers, inLateTransaction, inTransaction } from "#app/db/engine.server.ts";
import { type Database, openDatabase } from "#app/db/postgres/open.server.ts";
import { takeDueClub, wakeClub } from "#app/domain/control/clubs/timetable.server.ts";
import { enqueueAll, takeJob } from "#app/queue/queue.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { ownDatabase } from "#tests/support/own-database.ts";

/** Three processes' platforms over one database. */
let database: Awaited<ReturnType<typeof ownDatabase>>;
const open: Database[] = [];
const CLUB = "lakeside1";
const PROCESSES = 3;

beforeAll(async () => {
  database = await ownDatabase();
  for (let i = 0; i < PROCESSES; i += 1) open.push(openDatabase(database?.url ?? ""));
  await first().clubs.create(club);
  await first().control.insertInto("meta").values({ key: "count", value: "0" }).execute();
});
afterAll(async () => {
  for (const one of open) await one.close();
  await database?.drop();
});

const club: ClubTable = {
  code: CLUB,
  name: "Lakeside",
  slug: CLUB,
  contact_name: "Ada Admin",
  email: "ada@lakeside.example",
  phone: "",
  state: "TX",
  city: "Austin",
  address: "",
  zip: "",
  website: "",
  description: "",
  timezone: "America/Chicago",
  color: null,
  logo: null,
  plan: "standard",
  player_cap: 0,
  estimated_players: 0,
  created_at: "2026-01-01T00:00:00.000Z",
  rating_policy: "coach-final",
  on_leaderboard: 1,
  agreement_days: 30,
  agreement_text: "",
  agreement_text_es: "",
  agreement_reminders: 1,
  registration_open: 1,
};

function first(): Database {
  const [one] = open;
  if (!one) throw new Error("Nothing is open");
  return one;
}
const processOf = (number: number) => open[number % PROCESSES] as Database;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const caps = (db: ClubDb) =>
  db.selectFrom("club").select(["player_cap", "estimated_players"]).executeTakeFirstOrThrow();
const addOne = (db: ClubDb) =>
  db
    .updateTable("club")
    .set((eb) => ({ estimated_players: eb("estimated_players", "+", 1) }))
    .execute();
/** Writes one more than it reads. */
const addOneAsRead = (db: ClubDb) =>
  inTransaction(db, async (tx) => {
    const { player_cap } = await caps(tx);
    await tx
      .updateTable("club")
      .set({ player_cap: player_cap + 1 })
      .execute();
  });

test("200 changes of a club and of the platform at once, by three processes, lose nothing", async () => {
  await Promise.all(
    numbers(200).flatMap((number) => {
      const { clubs, control } = processOf(number);
      return [
        clubs.use<unknown>(CLUB, number % 2 ? addOne : addOneAsRead),
        inTransaction(control, async (tx) => {
          const row = await tx
            .selectFrom("meta")
            .select("value")
            .where("key", "=", "count")
            .executeTakeFirstOrThrow();
          await tx
            .updateTable("meta")
            .set({ value: String(Number(row.value) + 1) })
            .where("key", "=", "count")
            .execute();
        }),
      ];
    }),
  );
  expect(await first().clubs.use(CLUB, caps)).toEqual({ player_cap: 100, estimated_players: 100 });
  const { value } = await first()
    .control.selectFrom("meta")
    .select("value")
    .where("key", "=", "count")
    .executeTakeFirstOrThrow();
  expect(value).toBe("200");
});

test("a long transaction keeps nobody waiting before its first change, and begins anew where others wrote", async () => {
  const { player_cap: before } = await first().clubs.use(CLUB, caps);
  let runs = 0;
  await processOf(0).clubs.use(CLUB, (db) =>
    inLateTransaction(db, async (tx) => {
      runs += 1;
      const { player_cap } = await caps(tx);
      if (runs === 1) await processOf(1).clubs.use(CLUB, addOneAsRead);
      await tx
        .updateTable("club")
        .set({ player_cap: player_cap + 1 })
        .execute();
    }),
  );
  expect(runs).toBe(2);
  expect((await first().clubs.use(CLUB, caps)).player_cap).toBe(before + 2);
});

test("jobs and clubs' looks are claimed while others are claiming, each once", async () => {
  const names = numbers(40).map((number) => `job-${number}`);
  await enqueueAll(
    first().control,
    names.map((kind) => ({ kind, payload: {} })),
  );
  for (const name of names) await addClub(name);
  let end!: () => void;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let claimed!: (kind: string | undefined) => void;
  const claim = new Promise<string | undefined>((resolve) => {
    claimed = resolve;
  });
  const claiming = inTransaction(besideOthers(processOf(0).control), async (tx) => {
    claimed((await takeJob(tx))?.kind);
    await held;
  });
  const own = await claim;
  const takeAll = async ({ control }: Database) => {
    const taken: string[] = [];
    for (let job = await takeJob(control); job; job = await takeJob(control)) taken.push(job.kind);
    for (
      let look = await takeDueClub(control, new Date());
      look;
      look = await takeDueClub(control, new Date())
    )
      taken.push(look.clubCode);
    return taken;
  };
  const taken = (await Promise.all([1, 2, 4, 5].map((number) => takeAll(processOf(number))))).flat();
  end();
  await claiming;
  const rest = names.filter((kind) => kind !== own);
  expect(taken.toSorted()).toEqual([...rest, ...names.map(codeOf)].toSorted());
});

const codeOf = (name: string) => name.replace("-", "");
async function addClub(name: string): Promise<void> {
  const { control } = first();
  await control
    .insertInto("clubs")
    .values({
      ...{ code: codeOf(name), name, slug: codeOf(name), contact_name: "", email: "", phone: "" },
      ...{ state: "TX", city: "Austin", timezone: "America/Chicago", status: "active" as const },
      ...{ plan: "standard" as const, player_cap: 0, estimated_players: 0 },
      verification_due_at: club.created_at,
      term_starts_at: club.created_at,
      term_ends_at: club.created_at,
      created_at: club.created_at,
    })
    .execute();
  await wakeClub(control, codeOf(name), { at: new Date(0) });
}

test("while a hundred changes of a club wait for each other, its pages and other clubs are read", async () => {
  const { clubs } = first();
  let waiting = 0;
  let end!: () => void;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const holder = clubs.use(CLUB, (db) => inTransaction(db, () => held));
  const changes = numbers(100).map(async () => {
    waiting += 1;
    await clubs.use(CLUB, addOne);
    waiting -= 1;
  });
  await pause(50);
  await Promise.all(numbers(100).map(() => clubs.use(CLUB, caps)));
  expect(waiting).toBe(100);
  end();
  await Promise.all([holder, ...changes]);
});

test("a change that waits in a circle is refused as busy, and the others finish", async () => {
  const one = processOf(0);
  const other = processOf(1);
  const added = () =>
    one.control
      .insertInto("meta")
      .values({ key: `circle-${Math.random()}`, value: "" })
      .execute();
  const ends = await Promise.allSettled([
    one.clubs.use(CLUB, (db) =>
      inTransaction(db, async () => {
        await pause(200);
        await added();
      }),
    ),
    inTransaction(other.control, async () => {
      await pause(200);
      await other.clubs.use(CLUB, addOne);
    }),
  ]);
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(refused.map(outOfResourcesStatus)).toContain(503);
  expect(refused.every((error) => outOfResourcesStatus(error) === 503)).toBe(true);
  await first().clubs.use(CLUB, addOne);
}, 30_000);

test("a transaction in which a statement failed is not acknowledged, even where nobody looked", async () => {
  const work = first().clubs.use(CLUB, (db) =>
    inTransaction(db, async (tx) => {
      await addOne(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    }),
  );
  await expect(work).rejects.toThrow("rolled back");
});

test("a connection that breaks is replaced: reads and single changes are repeated, transactions refused", async () => {
  const { clubs } = first();
  const breakAll = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'goodside club'`.execute(
      processOf(1).control,
    );
  const { estimated_players: before } = await clubs.use(CLUB, caps);
  await breakAll();
  const reads = numbers(5).map(() => clubs.use(CLUB, caps));
  await breakAll();
  for (const read of await Promise.all(reads)) expect(read.estimated_players).toBe(before);
  await breakAll();
  await clubs.use(CLUB, addOne);
  const broken = clubs.use(CLUB, (db) =>
    inTransaction(db, async (tx) => {
      await addOne(tx);
      await breakAll();
      await pause(50);
      await addOne(tx);
    }),
  );
  expect(outOfResourcesStatus(await broken.catch((error: unknown) => error))).toBe(503);
  expect((await clubs.use(CLUB, caps)).estimated_players).toBe(before + 1);
});

test("a table that a migration changes meanwhile is read on by those who had asked before", async () => {
  const { clubs } = first();
  const all = () => clubs.use(CLUB, (db) => db.selectFrom("seasons").selectAll().execute());
  await all();
  await sql`alter table club.seasons add column more text`.execute(processOf(1).control);
  expect(await all()).toEqual([]);
});

test("a commit without an answer is reported as not known, and never repeated", async () => {
  const target = new URL(database?.url ?? "");
  const { server, url } = await cutAfterCommit(target);
  const cut = openDatabase(url);
  try {
    const { estimated_players: before } = await first().clubs.use(CLUB, caps);
    const error: unknown = await cut.clubs.use(CLUB, addOne).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "CommitUnknown" });
    // The page says that it may not have been saved, rather than that it was not.
    expect(outOfResourcesStatus(error)).toBe(null);
    await pause(100);
    expect((await first().clubs.use(CLUB, caps)).estimated_players).toBe(before + 1);
  } finally {
    await cut.close();
    server.close();
  }
});

/** Opens a way to the database that breaks off when it has taken a commit there, before the answer. */
async function cutAfterCommit(target: URL): Promise<{ server: Server; url: string }> {
  const server = createServer((client: Socket) => {
    const there = connect(Number(target.port), target.hostname);
    let isCut = false;
    client.on("data", (bytes: Buffer) => {
      isCut ||= bytes.includes("commit");
      there.write(bytes);
    });
    there.on("data", (bytes: Buffer) => {
      if (isCut) client.destroy();
      else client.write(bytes);
    });
    client.on("error", () => {}).on("close", () => there.end());
    there.on("error", () => {}).on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" && address ? address.port : 0);
  return { server, url: url.href };
}

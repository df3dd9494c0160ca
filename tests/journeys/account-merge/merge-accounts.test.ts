import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { rowsOf } from "#tests/support/club-snapshot.ts";
import { rawTables } from "#tests/support/raw-tables.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
const { control, platform } = world;
const { inTransaction } = await import("#app/db/engine.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers: allHandlers } = await import("#app/jobs/handlers.server.ts");
const { findMerge, orderMerge, orderUndo } = await import(
  "#app/domain/control/account-merge/merges.server.ts"
);
const { settleMerges, settleMergeInClub, closeMerge } = await import(
  "#app/journeys/account-merge/merge-accounts.server.ts"
);
const { newId } = await import("#app/runtime/ids.server.ts");
afterAll(() => world.close());
/** Leaves emails queued: there is no provider here, and finding that out takes seconds. */
const jobHandlers: typeof allHandlers = { ...allHandlers, "mail.send": async () => {} };

const clubs: TestClub[] = [];
for (const name of ["Alpha FC", "Beta SC", "Gamma United"]) clubs.push(await world.club(name));
const by = { adminId: "robin", firstName: "Robin", reason: "asked-by-email", why: "Called back" } as const;
const merge = (keptId: string, otherId: string) =>
  inTransaction(control, (tx) => orderMerge(tx, { keptId, otherId }, by));
const undo = (id: string) => inTransaction(control, (tx) => orderUndo(tx, id, by));
const merged = async (keptId: string, otherId: string): Promise<string> => {
  const ordered = await merge(keptId, otherId);
  if (!ordered.ok) throw new Error(ordered.problem);
  await runDueJobs(platform, jobHandlers);
  return ordered.id;
};

/**
 * Tables that a merge and its undoing change for good (product/support.md#merging-accounts): audit logs and their
 * heads, mails and jobs, the outbox and its notes, sessions, tokens, reset links, the merges themselves, and computed
 * rows. The stamp differs after every change, also one that puts things back.
 */
const EXCEPT = [
  "change_stamp",
  ...["audit", "audit_heads", "mails", "jobs", "outbox", "clubs_with_outbox", "club_timetable"],
  ...["account_merges", "account_merge_clubs", "sessions", "session_accounts", "api_tokens", "link_tokens"],
  ...["mail_counts", "meta"],
  ...["standings", "leaderboard", "leaderboard_boards", "leaderboard_pages", "leaderboard_ranks"],
  "leaderboard_snapshots",
];

/** Loads every row of every other table of the platform and of its clubs. */
async function everything(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const code of [null, ...clubs.map(({ code }) => code)]) {
    const stored = await rawTables(world.dataDir, code);
    for (const table of await stored.tables())
      if (!EXCEPT.includes(table)) all[`${stored.name} ${table}`] = await rowsOf(stored, table);
    await stored.close();
  }
  return all;
}

let people = 0;
const person = async (): Promise<string> => {
  people += 1;
  const id = newId();
  const name = `Person ${people}`;
  const email = `person.${people}@people.example`;
  const created_at = new Date().toISOString();
  await control
    .insertInto("accounts")
    .values({
      ...{ id, kind: "person", email, club_code: null, name, phone: "", state: "", city: "" },
      ...{ password_hash: null, password_changed_at: null, terms_accepted_at: null, terms_version: 1_000 },
      ...{ last_sign_in_at: null, created_at },
    })
    .execute();
  return id;
};

type PlaceKind = "manager" | "head" | "assistant" | "was" | null;
interface Shape {
  /** Choices by club: whether administrator, places in two teams, and what was given there. */
  clubs: { admin: boolean; places: PlaceKind[]; gave: number; feed: boolean }[];
}
const shape: fc.Arbitrary<Shape> = fc.record({
  clubs: fc.array(
    fc.record({
      admin: fc.boolean(),
      places: fc.array(fc.constantFrom<PlaceKind>("manager", "head", "assistant", "was", null), {
        minLength: 2,
        maxLength: 2,
      }),
      gave: fc.nat({ max: 3 }),
      feed: fc.boolean(),
    }),
    { minLength: clubs.length, maxLength: clubs.length },
  ),
});

/** Writes what somebody is and gave in every club. Teams are new ones, so that tries do not meet. */
async function settleIn(accountId: string, { clubs: of }: Shape, teams: string[][], games: string[][]) {
  const account = await control
    .selectFrom("accounts")
    .select(["name", "email"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  for (const [index, club] of clubs.entries()) {
    const { admin, places, gave, feed } = of[index] as Shape["clubs"][number];
    const member = admin || places.some((place) => place !== null && place !== "was");
    if (member)
      await control
        .insertInto("memberships")
        .values({
          account_id: accountId,
          club_code: club.code,
          role: admin ? "club_admin" : "staff",
          created_at: at,
          last_sign_in_at: null,
        })
        .execute();
    if (feed)
      await control
        .insertInto("calendar_feeds")
        .values({
          id: newId(),
          token_hash: newId(),
          club_code: club.code,
          account_id: accountId,
          team_id: "",
          created_at: at,
        })
        .execute();
    await platform.clubs.use(club.code, async (db) => {
      for (const [at_, place] of places.entries()) {
        if (place === null) continue;
        const team_id = teams[index]?.[at_] ?? "";
        const role = place === "manager" ? "manager" : "coach";
        const taken = await db
          .selectFrom("staff")
          .select("id")
          .where("team_id", "=", team_id)
          .where("role", "=", "manager")
          .where("status", "=", "active")
          .executeTakeFirst();
        if (place === "manager" && taken) continue;
        await db
          .insertInto("staff")
          .values({
            ...{ id: newId(), team_id, role, email: account.email ?? "", name: account.name, issue: 1 },
            coach_role: role === "manager" ? null : place === "head" ? "head" : "assistant",
            status: place === "was" ? "removed" : "active",
            ...{ account_id: accountId, invited_at: at, expires_at: at, joined_at: at, last_activity_at: at },
          })
          .execute();
      }
      for (let given = 0; given < gave; given += 1) {
        const game_id = games[index]?.[given] ?? "";
        const side = given % 2 === 0 ? "coach" : "manager";
        const current = await db
          .selectFrom("ratings")
          .select("id")
          .where("game_id", "=", game_id)
          .where("side", "=", side)
          .where("superseded_at", "is", null)
          .executeTakeFirst();
        await db
          .insertInto("ratings")
          .values({
            ...{
              id: newId(),
              game_id,
              side,
              score: 20 as const,
              reason: "",
              tags: "[]",
              submission_key: newId(),
            },
            ...{ given_by: accountId, given_by_name: account.name, correction_reason: "", saw_other: 0 },
            given_as: side === "coach" ? "head" : "manager",
            given_at: at,
            superseded_at: current ? at : null,
          })
          .execute();
      }
      await db
        .insertInto("rating_reminders")
        .values({ account_id: accountId, day: "2026-09-19", sent_at: at })
        .execute();
    });
  }
}

const places = async (accountId: string) =>
  (
    await control
      .selectFrom("memberships")
      .select("club_code")
      .where("account_id", "=", accountId)
      .orderBy("club_code")
      .execute()
  ).map(({ club_code }) => club_code);

async function field(): Promise<{ teams: string[][]; games: string[][] }> {
  const teams: string[][] = [];
  const games: string[][] = [];
  for (const club of clubs) {
    const own = [await world.team(club, `Team ${newId()}`), await world.team(club, `Team ${newId()}`)];
    teams.push(own);
    const played: string[] = [];
    for (let index = 0; index < 3; index += 1) played.push(await world.game(club, own[0] ?? "", 5 + index));
    games.push(played);
  }
  return { teams, games };
}

const leftOf = async (otherId: string) => {
  let rows = 0;
  for (const { code } of clubs)
    rows += await platform.clubs.use(code, async (db) => {
      const staff = await db.selectFrom("staff").select("id").where("account_id", "=", otherId).execute();
      const ratings = await db.selectFrom("ratings").select("id").where("given_by", "=", otherId).execute();
      return staff.length + ratings.length;
    });
  return rows;
};

// product/support.md#merging-accounts
describe("two accounts of one person", () => {
  test("two accounts of one person become one and two again: every row is as it was, whatever they were and gave", async () => {
    await fc.assert(
      fc.asyncProperty(shape, shape, shape, async (one, two, three) => {
        const { teams, games } = await field();
        const [kept, other, third] = [await person(), await person(), await person()];
        await settleIn(kept, one, teams, games);
        await settleIn(other, two, teams, games);
        await settleIn(third, three, teams, games);
        await runDueJobs(platform, jobHandlers);
        const before = await everything();
        const first = await merged(kept, other);
        expect(await leftOf(other)).toBe(0);
        expect(await places(other)).toEqual([]);
        for (const { code } of clubs)
          await platform.clubs.use(code, async (db) => {
            const twice = await db
              .selectFrom("staff")
              .select(["team_id", "role"])
              .where("account_id", "=", kept)
              .where("status", "=", "active")
              .groupBy(["team_id", "role"])
              .having(({ fn }) => fn.countAll<number>(), ">", 1)
              .execute();
            expect(twice).toEqual([]);
          });
        const between = await everything();
        // A chain: the kept one goes into a third.
        const second = await merged(third, kept);
        expect(await undo(first)).toEqual({ ok: false, problem: "later" });
        expect(await undo(second)).toEqual({ ok: true });
        await runDueJobs(platform, jobHandlers);
        expect(await everything()).toEqual(between);
        expect(await undo(first)).toEqual({ ok: true });
        await runDueJobs(platform, jobHandlers);
        expect(await everything()).toEqual(before);
        expect((await findMerge(control, first))?.state).toBe("undone");
      }),
      { numRuns: runs(3, 12) },
    );
  }, 120_000);

  test("two accounts of one person are merged once, also by two orders at once, and never both ways", async () => {
    const [one, two] = [await person(), await person()];
    const orders = await Promise.all([merge(one, two), merge(one, two), merge(two, one)]);
    expect(orders.filter(({ ok }) => ok)).toHaveLength(1);
    await runDueJobs(platform, jobHandlers);
    expect(await merge(two, one)).toEqual({ ok: false, problem: "merged" });
    expect(await merge(one, one)).toEqual({ ok: false, problem: "same" });
  });

  test("two accounts of one person go on where a killed process stopped, in each club and between the two files", async () => {
    const { teams, games } = await field();
    const [kept, other] = [await person(), await person()];
    const full = { admin: true, places: ["head", "assistant"] as PlaceKind[], gave: 2, feed: true };
    const none = { admin: false, places: [null, null] as PlaceKind[], gave: 0, feed: false };
    await settleIn(kept, { clubs: [none, full, none] }, teams, games);
    await settleIn(other, { clubs: [full, full, { ...none, gave: 2 }] }, teams, games);
    await runDueJobs(platform, jobHandlers);
    const before = await everything();
    const ordered = await merge(kept, other);
    const id = ordered.ok ? ordered.id : "";
    // Killed once the club's file was written: the note of the control database is lost.
    await settleMergeInClub(platform, { mergeId: id, clubCode: clubs[0]?.code ?? "" });
    await control
      .updateTable("account_merge_clubs")
      .set({ state: "waiting", moves: "" })
      .where("club_code", "=", clubs[0]?.code ?? "")
      .where("merge_id", "=", id)
      .execute();
    await control
      .updateTable("memberships")
      .set({ account_id: other })
      .where("account_id", "=", kept)
      .where("club_code", "=", clubs[0]?.code ?? "")
      .execute();
    await control
      .updateTable("calendar_feeds")
      .set({ account_id: other })
      .where("club_code", "=", clubs[0]?.code ?? "")
      .where("account_id", "=", kept)
      .execute();
    const merges = { ...jobHandlers };
    let tries = 0;
    for (const kind of ["account.merge-club", "account.merge-elsewhere"] as const) {
      const run = jobHandlers[kind];
      // Each job dies once after its work was done.
      const died = new Set<string>();
      merges[kind] = async (open, payload) => {
        await run?.(open, payload);
        tries += 1;
        if (died.has(JSON.stringify(payload))) return;
        died.add(JSON.stringify(payload));
        throw new Error("killed");
      };
    }
    for (let round = 0; round < 20; round += 1) {
      while (await runDueJobs(platform, merges, 0));
      await control
        .updateTable("jobs")
        .set({ run_at: new Date(0).toISOString() })
        .where("status", "=", "queued")
        .where("kind", "in", ["account.merge-club", "account.merge-elsewhere"])
        .execute();
    }
    expect(tries).toBeGreaterThan(3);
    expect((await findMerge(control, id))?.state).toBe("done");
    expect(await leftOf(other)).toBe(0);
    expect(await places(kept)).toEqual([clubs[0]?.code, clubs[1]?.code].sort());
    expect(await undo(id)).toEqual({ ok: true });
    await runDueJobs(platform, jobHandlers);
    expect(await everything()).toEqual(before);
  }, 60_000);

  test("two accounts of one person are undone while they are still on their way", async () => {
    const { teams, games } = await field();
    const [kept, other] = [await person(), await person()];
    const full = { admin: false, places: ["head", "manager"] as PlaceKind[], gave: 2, feed: true };
    await settleIn(other, { clubs: [full, full, full] }, teams, games);
    await runDueJobs(platform, jobHandlers);
    const before = await everything();
    const ordered = await merge(kept, other);
    const id = ordered.ok ? ordered.id : "";
    await settleMergeInClub(platform, { mergeId: id, clubCode: clubs[1]?.code ?? "" });
    expect(await undo(id)).toEqual({ ok: true });
    expect(await undo(id)).toEqual({ ok: false, problem: "undone" });
    await runDueJobs(platform, jobHandlers);
    expect(await everything()).toEqual(before);
  }, 60_000);

  test("two accounts of one person say what cannot be put back: who was removed since stays removed", async () => {
    const { teams, games } = await field();
    const [kept, other] = [await person(), await person()];
    const coach = { admin: false, places: ["head", null] as PlaceKind[], gave: 1, feed: false };
    const none = { admin: false, places: [null, null] as PlaceKind[], gave: 0, feed: false };
    await settleIn(other, { clubs: [coach, none, none] }, teams, games);
    const id = await merged(kept, other);
    await platform.clubs.use(clubs[0]?.code ?? "", async (db) => {
      await db
        .updateTable("staff")
        .set({ account_id: null, name: "A former coach" })
        .where("account_id", "=", kept)
        .execute();
    });
    await undo(id);
    await runDueJobs(platform, jobHandlers);
    const row = await control
      .selectFrom("account_merge_clubs")
      .select("lost")
      .where("merge_id", "=", id)
      .where("club_code", "=", clubs[0]?.code ?? "")
      .executeTakeFirstOrThrow();
    expect(row.lost).toBe(1);
  });

  test("two accounts of one person move again in a copy of before, move back in one of an undone merge, and are kept after 30 days", async () => {
    const { teams, games } = await field();
    const [kept, other] = [await person(), await person()];
    const coach = { admin: false, places: ["head", null] as PlaceKind[], gave: 2, feed: false };
    const none = { admin: false, places: [null, null] as PlaceKind[], gave: 0, feed: false };
    const code = clubs[0]?.code ?? "";
    await settleIn(other, { clubs: [coach, none, none] }, teams, games);
    const copy = () =>
      platform.clubs.use(code, (db) =>
        db.selectFrom("ratings").selectAll().where("given_by", "in", [kept, other]).orderBy("id").execute(),
      );
    const id = await merged(kept, other);
    // Like a copy from before the merge.
    await platform.clubs.use(code, async (db) => {
      await db.updateTable("ratings").set({ given_by: other }).where("given_by", "=", kept).execute();
      await db.updateTable("staff").set({ account_id: other }).where("account_id", "=", kept).execute();
      await db.deleteFrom("account_merges").execute();
    });
    await settleMerges(platform, code);
    expect(await leftOf(other)).toBe(0);
    const noted = await platform.clubs.use(code, (db) =>
      db.selectFrom("account_merges").selectAll().execute(),
    );
    expect(noted.map((row) => row.id)).toEqual([id]);
    await undo(id);
    await runDueJobs(platform, jobHandlers);
    expect((await copy()).every(({ given_by }) => given_by === other)).toBe(true);
    // Like a copy from before the undoing.
    await platform.clubs.use(code, async (db) => {
      await db.insertInto("account_merges").values(noted).execute();
      await db.updateTable("ratings").set({ given_by: kept }).where("given_by", "=", other).execute();
      await db.updateTable("staff").set({ account_id: kept }).where("account_id", "=", other).execute();
    });
    await settleMerges(platform, code);
    expect((await copy()).every(({ given_by }) => given_by === other)).toBe(true);

    const again = await merged(kept, other);
    await control
      .updateTable("account_merges")
      .set({ undo_until: new Date(0).toISOString() })
      .where("id", "=", again)
      .execute();
    await closeMerge(platform, again);
    expect(
      await platform.clubs.use(code, (db) => db.selectFrom("account_merges").selectAll().execute()),
    ).toEqual([]);
    expect(await undo(again)).toEqual({ ok: false, problem: "over" });
    expect((await copy()).every(({ given_by }) => given_by === kept)).toBe(true);
  }, 60_000);
});

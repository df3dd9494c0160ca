import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { testOnFiles } from "#tests/support/on-files.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
const { changeClub, deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { updateEntries, rebuildLeaderboard, updateDueEntries } = await import(
  "#app/journeys/leaderboard/update-leaderboard.server.ts"
);
const { announceEvents, EVENTS_PER_DELIVERY, recordEvent } = await import("#app/db/outbox.server.ts");
const { teamsWith } = await import("#app/db/storage/search-index.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { rateGame } = await import("#app/domain/club/ratings/ratings.server.ts");
const { acceptInvitations, inviteStaff } = await import("#app/domain/club/staff/invitations.server.ts");
const { removeStaff } = await import("#app/journeys/staff/staff.server.ts");
const { clockFile } = await import("#app/runtime/clock.server.ts");
afterAll(() => world.close());

type Tx = Parameters<Parameters<typeof changeClub>[1]>[0];
const score = (final_score: 0 | 10 | 20) => ({
  final_score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});

/** Changes a club's file with an event for a team, as the journeys do. */
const change = (club: TestClub, team: string, work: (tx: Tx) => Promise<unknown>) =>
  world.platform.clubs.use(club.code, (db) =>
    changeClub({ control: world.control, db, club }, async (tx) => {
      await work(tx);
      await recordEvent(tx, { kind: "leaderboard-entry", teamId: team });
    }),
  );
const rowOf = (team: string) =>
  world.control.selectFrom("standings").selectAll().where("team_id", "=", team).executeTakeFirst();
const allRows = async () =>
  JSON.stringify(await world.control.selectFrom("standings").selectAll().orderBy("team_id").execute());
const nothing = async () => {};

describe("a leaderboard entry", () => {
  test("a leaderboard entry is made by the team's first event, and holds only what is public", async () => {
    const lakeside = await world.club("Lakeside FC", { city: "San José", state: "TX" });
    const hawks = await world.team(lakeside, "Hawks", { age_group: "U-14", gender: "Girls" });
    await world.game(lakeside, hawks, 30, { ...score(20), date: "2026-03-01" });
    const open = await world.game(lakeside, hawks, 6, { date: "2026-03-02" });
    await world.game(lakeside, hawks, -30);
    await change(lakeside, hawks, (tx) =>
      tx.updateTable("games").set(score(10)).where("id", "=", open).execute(),
    );
    const { changes_at, number, ...row } = (await rowOf(hawks)) ?? {};
    expect(row).toEqual({
      team_id: hawks,
      club_code: lakeside.code,
      club_name: "Lakeside FC",
      team_name: "Hawks",
      city: "San José",
      state: "TX",
      age_group: "U-14",
      gender: "Girls",
      total_score: 30,
      rated_games: 2,
      completed_games: 2,
      perfect_games: 1,
      last_game_date: "2026-03-02",
      trend: "stable",
      strip: "pm",
      ranked: 0,
      search_text: "hawks lakeside fc san jose",
    });
    expect(Date.parse(changes_at ?? "")).toBeGreaterThan(Date.now() + 29 * 3_600_000);
  });

  test("a leaderboard entry is the same however often and in whatever order events are delivered", async () => {
    const club = await world.club("Twice");
    const team = await world.team(club, "Twins");
    await world.game(club, team, 5, score(20));
    await Promise.all([
      change(club, team, nothing),
      change(club, team, nothing),
      change(club, team, nothing),
    ]);
    const before = await rowOf(team);
    const ctx = { control: world.control, clubCode: club.code };
    const again = () => world.platform.clubs.use(club.code, (db) => updateEntries({ ...ctx, db }, [team]));
    expect(await Promise.all([again(), again()])).toEqual([0, 0]);
    expect(await rowOf(team)).toEqual(before);
  });

  test("a leaderboard entry is found by its words: after a score as before, after a new name or age by that alone", async () => {
    const club = await world.club("Wordly FC", { state: "OH" });
    const team = await world.team(club, "Quokkas", { age_group: "U-14" });
    const game = await world.game(club, team, 30);
    const found = async (word: string, ageGroup: string) => {
      const { rows } = await sql<{ number: number }>`
        select number from ${teamsWith([word], { ageGroup })} as found`.execute(world.control);
      return rows.map(({ number }) => number);
    };
    await change(club, team, nothing);
    const number = (await rowOf(team))?.number;
    await change(club, team, (tx) => tx.updateTable("games").set(score(20)).where("id", "=", game).execute());
    expect((await rowOf(team))?.total_score).toBe(20);
    expect(await found("quokkas", "U-14")).toEqual([number]);
    const becomes = (values: { name?: string; age_group?: string }) =>
      change(club, team, (tx) => tx.updateTable("teams").set(values).where("id", "=", team).execute());
    await becomes({ name: "Numbats" });
    expect(await found("quokkas", "U-14")).toEqual([]);
    expect(await found("numbats", "U-14")).toEqual([number]);
    await becomes({ age_group: "U-16" });
    expect(await found("numbats", "U-14")).toEqual([]);
    expect(await found("numbats", "U-16")).toEqual([number]);
    await change(club, team, (tx) =>
      tx.updateTable("teams").set({ status: "archived" }).where("id", "=", team).execute(),
    );
    expect(await found("numbats", "U-16")).toEqual([]);
  });

  test("a leaderboard entry is updated by the jobs process after a crash between commit and delivery", async () => {
    const club = await world.club("Crash");
    const team = await world.team(club, "Comets");
    await announceEvents(world.control, club.code);
    await world.platform.clubs.use(club.code, (db) =>
      inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: team })),
    );
    expect(await rowOf(team)).toBeUndefined();
    await deliverOpenEvents(world.platform, 0);
    expect(await rowOf(team)).toMatchObject({ team_name: "Comets", rated_games: 0 });
    const waiting = world.control.selectFrom("clubs_with_outbox").selectAll();
    expect(await waiting.where("club_code", "=", club.code).execute()).toEqual([]);
  });

  test("a leaderboard entry is updated even if its event waits behind more than one batch", {
    timeout: 60_000,
  }, async () => {
    const club = await world.club("Talkative");
    const team = await world.team(club, "Last in Line");
    await announceEvents(world.control, club.code);
    await world.platform.clubs.use(club.code, (db) =>
      inTransaction(db, async (tx) => {
        for (let event = 0; event < EVENTS_PER_DELIVERY; event += 1)
          await recordEvent(tx, { kind: "leaderboard-entry", teamId: "gone" });
      }),
    );
    await world.platform.clubs.use(club.code, (db) =>
      db
        .updateTable("outbox")
        .set({ created_at: "2026-01-01T00:00:00.000Z" })
        .execute()
        .then(() => inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: team }))),
    );
    await deliverOpenEvents(world.platform, 0);
    expect(await rowOf(team)).toBeUndefined();
    await deliverOpenEvents(world.platform, 0);
    expect(await rowOf(team)).toBeDefined();
    expect(await world.control.selectFrom("clubs_with_outbox").selectAll().execute()).toEqual([]);
  });

  test("a leaderboard entry is removed with the team, and when its club stops taking part", async () => {
    const club = await world.club("Private");
    const [owls, bears] = [await world.team(club, "Owls"), await world.team(club, "Bears")];
    await change(club, owls, nothing);
    await change(club, bears, nothing);
    await change(club, owls, (tx) =>
      tx
        .updateTable("teams")
        .set({ status: "deleted", status_since: "2026-01-01T00:00:00.000Z" })
        .where("id", "=", owls)
        .execute(),
    );
    expect(await rowOf(owls)).toBeUndefined();
    expect(await rowOf(bears)).toBeDefined();
    await change(club, bears, (tx) => tx.updateTable("club").set({ on_leaderboard: 0 }).execute());
    expect(await rowOf(bears)).toBeUndefined();
    await world.platform.clubs.use(club.code, (db) =>
      db.updateTable("club").set({ on_leaderboard: 1 }).execute(),
    );
    await rebuildLeaderboard(world.platform);
    expect(await rowOf(bears)).toBeDefined();
  });

  test("a leaderboard entry is right in the end if the file changes between a delivery's read and write", async () => {
    const club = await world.club("Race");
    const team = await world.team(club, "Racers");
    const game = await world.game(club, team, 5);
    await world.platform.clubs.use(club.code, async (db) => {
      let letWrite = () => {};
      const held = inTransaction(world.control, () => new Promise<void>((resolve) => (letWrite = resolve)));
      const delivery = updateEntries({ control: world.control, db, clubCode: club.code }, [team]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await db.updateTable("games").set(score(20)).where("id", "=", game).execute();
      letWrite();
      await held;
      expect(await delivery).toBe(2);
    });
    expect((await rowOf(team))?.rated_games).toBe(1);
  });

  test("a leaderboard entry is never changed by another club's delivery", async () => {
    const [mine, other] = [await world.club("Mine"), await world.club("Other")];
    const team = await world.team(other, "Others");
    await change(other, team, nothing);
    const before = await allRows();
    await world.platform.clubs.use(mine.code, (db) =>
      updateEntries({ control: world.control, db, clubCode: mine.code }, [team]),
    );
    expect(await allRows()).toBe(before);
    await world.team(mine, "Copied", { id: team });
    await expect(
      world.platform.clubs.use(mine.code, (db) =>
        updateEntries({ control: world.control, db, clubCode: mine.code }, [team]),
      ),
    ).rejects.toThrow(/unique/i);
    expect(await allRows()).toBe(before);
    await world.platform.clubs.use(mine.code, (db) =>
      db.deleteFrom("teams").where("id", "=", team).execute(),
    );
  });

  testOnFiles("is updated after a kick-off, even while another club's file is broken", async () => {
    const [club, broken] = [await world.club("Clockwork"), await world.club("Broken")];
    const team = await world.team(club, "Tickers");
    const lost = await world.team(broken, "Lost");
    await world.game(club, team, -1);
    await world.game(broken, lost, -0.5);
    await change(club, team, nothing);
    await change(broken, lost, nothing);
    const file = join(world.dataDir, "clubs", `${broken.code}.sqlite`);
    renameSync(file, `${file}.away`);
    expect(await updateDueEntries(world.platform)).toBe(0);
    writeFileSync(clockFile(world.dataDir), String(2 * 3_600_000));
    try {
      expect(await updateDueEntries(world.platform)).toBe(1);
      expect(await rowOf(team)).toMatchObject({ completed_games: 1, strip: "-", changes_at: null });
      expect(await rowOf(lost)).toMatchObject({ completed_games: 0 });
      renameSync(`${file}.away`, file);
      expect(await updateDueEntries(world.platform)).toBe(1);
      expect(await rowOf(lost)).toMatchObject({ completed_games: 1 });
    } finally {
      writeFileSync(clockFile(world.dataDir), "0");
      await rebuildLeaderboard(world.platform);
    }
  });

  describe("of a team whose coach alone has rated", async () => {
    const club = await world.club("Sealed");
    const team = await world.team(club, "Envelopes");
    const game = await world.game(club, team, 5);
    const dana = await world.person("Dana Seal", club, [{ team, role: "coach" }]);
    const ctx = {
      control: world.control,
      db: (await world.platform.clubs.lease(club.code)).db,
      club: { code: club.code },
    };
    const sealed = { rated_games: 0, completed_games: 0, total_score: 0, strip: "s" };
    const open = { rated_games: 1, completed_games: 1, total_score: 20, strip: "p", changes_at: null };
    const mia = { accountId: "mia", email: "mia@seal.example", name: "Mia" };
    const join = () =>
      changeClub(ctx, async (tx) => {
        await inviteStaff(tx, { teamId: team, role: "manager", coachRole: null, email: mia.email });
        await acceptInvitations(tx, mia, new Date());
      });
    const rating = {
      gameId: game,
      score: 20,
      tags: [],
      reason: "",
      submission: "a".repeat(22),
      version: "",
    } as const;
    await changeClub(ctx, (tx) =>
      rateGame(tx, rating, { accountId: dana, name: "Dana", side: "coach", as: "head" }),
    );

    test("the entry of a team whose coach alone has rated is open while the team has no manager, sealed once one has joined, and open when they leave", async () => {
      expect(await rowOf(team)).toMatchObject(open);
      await join();
      const { starts_at } = await ctx.db.selectFrom("games").selectAll().executeTakeFirstOrThrow();
      const opens = new Date(Date.parse(starts_at) + 50 * 3_600_000).toISOString();
      expect(await rowOf(team)).toMatchObject({ ...sealed, changes_at: opens });
      const staff = ctx.db.selectFrom("staff").select("id").where("account_id", "=", "mia");
      await removeStaff(ctx, { teamId: team, staffId: (await staff.executeTakeFirstOrThrow()).id });
      expect(await rowOf(team)).toMatchObject(open);
    });

    test("the entry of a team whose coach alone has rated is opened by the job when 48 hours have passed since the game's end", async () => {
      await join();
      try {
        writeFileSync(clockFile(world.dataDir), String(44.9 * 3_600_000));
        await updateDueEntries(world.platform);
        expect(await rowOf(team)).toMatchObject(sealed);
        writeFileSync(clockFile(world.dataDir), String(45.1 * 3_600_000));
        await updateDueEntries(world.platform);
        expect(await rowOf(team)).toMatchObject(open);
      } finally {
        writeFileSync(clockFile(world.dataDir), "0");
        await rebuildLeaderboard(world.platform);
      }
    });
  });
});

testOnFiles("due entries are updated behind any number of entries of a club that is down", async () => {
  const [down, club] = [await world.club("Down"), await world.club("Behind")];
  const team = "zzz-last";
  await world.team(club, "Last", { id: team });
  await change(club, team, nothing);
  const row = await world.control
    .updateTable("standings")
    .set({ changes_at: new Date(Date.now() - 60_000).toISOString() })
    .where("team_id", "=", team)
    .returningAll()
    .executeTakeFirstOrThrow();
  const before = Array.from({ length: 501 }, (_, n) => ({
    ...row,
    number: 1_000 + n,
    club_code: down.code,
    team_id: `down-${n}`,
  }));
  await world.control.insertInto("standings").values(before).execute();
  const file = join(world.dataDir, "clubs", `${down.code}.sqlite`);
  renameSync(file, `${file}.away`);
  try {
    expect(await updateDueEntries(world.platform)).toBe(1);
    expect(await rowOf(team)).toMatchObject({ changes_at: null });
  } finally {
    renameSync(`${file}.away`, file);
    await rebuildLeaderboard(world.platform);
  }
});

describe("rebuilding the leaderboard", () => {
  testOnFiles("names a club whose file is gone, and keeps its entries", async () => {
    const club = await world.club("Gone");
    const team = await world.team(club, "Ghosts");
    await change(club, team, nothing);
    const file = join(world.dataDir, "clubs", `${club.code}.sqlite`);
    renameSync(file, `${file}.away`);
    try {
      expect((await rebuildLeaderboard(world.platform)).failed).toEqual([club.code]);
      expect(await rowOf(team)).toBeDefined();
    } finally {
      renameSync(`${file}.away`, file);
    }
  });

  test("rebuilding the leaderboard makes exactly the entries that the deliveries made, for any history", {
    timeout: 60_000,
  }, async () => {
    const clubs = [await world.club("History A"), await world.club("History B", { state: "OK" })];
    const step = fc.record({
      club: fc.nat(1),
      team: fc.nat(2),
      game: fc.nat(5),
      what: fc.constantFrom("game", "rate", "cancel", "rename", "delete", "out", "in"),
      hoursAgo: fc.integer({ min: -100, max: 400 }),
      score: fc.constantFrom(0 as const, 10 as const, 20 as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (history) => {
        const teams = await Promise.all(
          clubs.map(async (club) => [
            await world.team(club, `T${Math.random()}`),
            await world.team(club, `T${Math.random()}`),
            await world.team(club, `T${Math.random()}`),
          ]),
        );
        const games = new Map<string, string[]>();
        for (const { what, hoursAgo, ...of } of history) {
          const club = clubs[of.club] as TestClub;
          const team = teams[of.club]?.[of.team] ?? "";
          const own = games.get(team) ?? [];
          games.set(team, own);
          const game = own[of.game % Math.max(1, own.length)] ?? "";
          if (what === "game") own.push(await world.game(club, team, hoursAgo));
          await change(club, team, async (tx) => {
            if (what === "rate")
              await tx.updateTable("games").set(score(of.score)).where("id", "=", game).execute();
            if (what === "cancel")
              await tx.updateTable("games").set({ status: "cancelled" }).where("id", "=", game).execute();
            if (what === "rename")
              await tx
                .updateTable("teams")
                .set({ name: `Renamed ${of.game}` })
                .where("id", "=", team)
                .execute();
            if (what === "delete" && of.game === 0)
              await tx
                .updateTable("teams")
                .set({ status: "deleted", status_since: "2026-01-01T00:00:00.000Z" })
                .where("id", "=", team)
                .execute();
            if (what === "out" || what === "in") {
              await tx
                .updateTable("club")
                .set({ on_leaderboard: what === "in" ? 1 : 0 })
                .execute();
              for (const teamId of teams[of.club] ?? [])
                await recordEvent(tx, { kind: "leaderboard-entry", teamId });
            }
          });
        }
        // Teams that no step touched have no event yet; in the app, adding a team records one.
        for (const [index, club] of clubs.entries())
          for (const team of teams[index] ?? []) await change(club, team, nothing);
        const delivered = await allRowsOf(teams.flat());
        await rebuildLeaderboard(world.platform);
        expect(await allRowsOf(teams.flat())).toBe(delivered);
        await world.control.deleteFrom("standings").execute();
        await rebuildLeaderboard(world.platform);
        expect(await allRowsOf(teams.flat())).toBe(delivered);
        expect((await rebuildLeaderboard(world.platform)).changedRows).toBe(0);
        for (const club of clubs)
          await change(club, "", (tx) => tx.updateTable("club").set({ on_leaderboard: 1 }).execute());
      }),
      { numRuns: runs(3, 8) },
    );
  });

  testOnFiles("continues after a broken file and a file of no club, and names them", async () => {
    const [good, bad] = [await world.club("Good"), await world.club("Bad")];
    const [team, kept] = [await world.team(good, "Goodies"), await world.team(bad, "Kept")];
    await change(bad, kept, nothing);
    const { clubs } = world.platform;
    await clubs.create({ ...(await clubs.use(good.code, clubRow)), code: "stray1" });
    const file = join(world.dataDir, "clubs", `${bad.code}.sqlite`);
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    const rebuilt = await rebuildLeaderboard(world.platform);
    expect(rebuilt.failed).toEqual([bad.code]);
    expect(rebuilt.unknown).toEqual(["stray1"]);
    expect(await rowOf(team)).toBeDefined();
    expect(await rowOf(kept)).toBeDefined();
  });
});

const clubRow = (db: import("#app/db/club/schema.ts").ClubDb) =>
  db.selectFrom("club").selectAll().executeTakeFirstOrThrow();

async function allRowsOf(teams: string[]) {
  const rows = await world.control
    .selectFrom("standings")
    .selectAll()
    .where("team_id", "in", teams)
    .orderBy("team_id")
    .execute();
  // A row that is made again gets another number.
  return JSON.stringify(rows.map(({ number, ...row }) => row));
}

test("a fresh announcement is left to its own request, which may not have committed yet", async () => {
  const { announceEvents } = await import("#app/db/outbox.server.ts");
  const { deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
  const club = await world.club("Announced");
  await announceEvents(world.control, club.code);
  await deliverOpenEvents(world.platform);
  const marks = () =>
    world.control.selectFrom("clubs_with_outbox").selectAll().where("club_code", "=", club.code).execute();
  expect(await marks()).toHaveLength(1);
  await deliverOpenEvents(world.platform, 0);
  expect(await marks()).toEqual([]);
});

import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { changeClub, changeClubAtPeak, deliverOpenEvents } = await import(
  "#app/journeys/club-events/change-club.server.ts"
);
const { announceEvents, DELIVERED_EVENTS_KEPT, eventsCommitted, eventsDelivered, openEvents, recordEvent } =
  await import("#app/db/outbox.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
afterAll(() => world.close());

test("a change and its event are written together or not at all", async () => {
  const lakeside = await world.club("Lakeside");
  const hawks = await world.team(lakeside, "Hawks");
  await world.platform.clubs.use(lakeside.code, async (db) => {
    const ctx = { control: world.control, db, club: lakeside };
    const renamed = (fail: boolean) =>
      changeClub(ctx, async (tx) => {
        await tx.updateTable("teams").set({ name: "Falcons" }).where("id", "=", hawks).execute();
        await recordEvent(tx, { kind: "leaderboard-entry", teamId: hawks });
        if (fail) throw new Error("the disk is full");
      });
    const state = async () => ({
      name: (await db.selectFrom("teams").select("name").executeTakeFirstOrThrow()).name,
      event: (await db.selectFrom("outbox").select("id").execute()).length,
    });

    await expect(renamed(true)).rejects.toThrow("the disk is full");
    expect(await state()).toEqual({ name: "Hawks", event: 0 });
    await renamed(false);
    expect(await state()).toEqual({ name: "Falcons", event: 1 });
  });
});

test("a change records more events than fit in one statement", async () => {
  const bayside = await world.club("Bayside");
  await world.platform.clubs.use(bayside.code, async (db) => {
    const event = Array.from({ length: 5000 }, (_, n) => ({
      kind: "leaderboard-entry" as const,
      teamId: `team ${n}`,
    }));
    await inTransaction(db, (tx) => recordEvent(tx, ...event));
    const rows = await db.selectFrom("outbox").select("payload").execute();
    expect(new Set(rows.map(({ payload }) => payload)).size).toBe(5000);
  });
});

const waiting = async (clubCode: string) =>
  (await world.control.selectFrom("clubs_with_outbox").select("club_code").execute()).some(
    (row) => row.club_code === clubCode,
  );

test("a club is announced before it is changed, so that a crash after the commit loses no event", async () => {
  const harbor = await world.club("Harbor");
  await world.platform.clubs.use(harbor.code, async (db) => {
    let announced = false;
    await changeClub({ control: world.control, db, club: harbor }, async () => {
      announced = await waiting(harbor.code);
    });
    expect(announced).toBe(true);
  });
  expect(await waiting(harbor.code)).toBe(false);
});

test("a delivery withdraws its own announcement, never a later one", async () => {
  const [harbor, bay] = [await world.club("Harbor"), await world.club("Bay")];
  const mine = await announceEvents(world.control, harbor.code);
  const anothers = await announceEvents(world.control, harbor.code);
  await eventsDelivered(world.control, harbor.code, mine);
  expect(await waiting(harbor.code)).toBe(true);
  await eventsDelivered(world.control, bay.code, anothers);
  expect(await waiting(harbor.code)).toBe(true);
  await eventsDelivered(world.control, harbor.code, anothers);
  expect(await waiting(harbor.code)).toBe(false);
});

test("an event that cannot be delivered stays and waits behind the others", async () => {
  const bay = await world.club("Bay");
  await announceEvents(world.control, bay.code);
  await world.platform.clubs.use(bay.code, (db) =>
    db
      .insertInto("outbox")
      .values({
        ...{
          id: "odd",
          kind: "leaderboard-entry",
          payload: '{"teamId":{}}',
          created_at: "2026-01-01T00:00:00.000Z",
        },
        ...{ attempts: 0, last_error: null, delivered_at: null },
      })
      .execute(),
  );
  await world.control
    .updateTable("clubs_with_outbox")
    .set({ since: "2026-01-01T00:00:00.000Z" })
    .where("club_code", "=", bay.code)
    .execute();
  expect(await deliverOpenEvents(world.platform)).toBe(1);
  expect(await waiting(bay.code)).toBe(true);
  expect(await deliverOpenEvents(world.platform)).toBe(0);
});

test("a change at the peak is delivered once it says that it is committed, and not before", async () => {
  const reef = await world.club("Reef");
  const terns = await world.team(reef, "Terns");
  const shown = () =>
    world.control.selectFrom("standings").select("team_name").where("team_id", "=", terns).execute();
  await world.platform.clubs.use(reef.code, async (db) => {
    const ctx = { control: world.control, db, club: reef };
    await changeClubAtPeak(ctx, async (tx) => {
      await recordEvent(tx, { kind: "leaderboard-entry", teamId: terns });
      await deliverOpenEvents(world.platform);
      expect(await waiting(reef.code)).toBe(true);
    });
  });
  expect(await shown()).toEqual([]);
  await expect.poll(() => deliverOpenEvents(world.platform)).toBeGreaterThan(0);
  expect(await shown()).toEqual([{ team_name: "Terns" }]);
  expect(await waiting(reef.code)).toBe(false);
});

test("a change whose process died before it said so is delivered after the grace", async () => {
  const marsh = await world.club("Marsh");
  const herons = await world.team(marsh, "Herons");
  await announceEvents(world.control, marsh.code);
  await world.platform.clubs.use(marsh.code, (db) =>
    inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: herons })),
  );
  expect(await deliverOpenEvents(world.platform)).toBe(0);
  await world.control
    .updateTable("clubs_with_outbox")
    .set({ since: new Date(Date.now() - 31_000).toISOString() })
    .where("club_code", "=", marsh.code)
    .execute();
  expect(await deliverOpenEvents(world.platform)).toBe(1);
  const shown = world.control.selectFrom("standings").select("team_name").where("team_id", "=", herons);
  expect(await shown.execute()).toEqual([{ team_name: "Herons" }]);
});

test("a club whose events cannot be delivered holds up none of those that are delivered with it", async () => {
  const [dune, fjord] = [await world.club("Dune"), await world.club("Fjord")];
  const owls = await world.team(fjord, "Owls");
  const marks: string[] = [];
  for (const [club, teamId] of [
    [dune, {}],
    [fjord, owls],
  ] as const) {
    marks.push(await announceEvents(world.control, club.code));
    await world.platform.clubs.use(club.code, (db) =>
      inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: teamId as string })),
    );
  }
  for (const mark of marks) eventsCommitted(world.control, mark);
  await expect.poll(() => deliverOpenEvents(world.platform)).toBe(2);
  expect([await waiting(dune.code), await waiting(fjord.code)]).toEqual([true, false]);
  const shown = world.control.selectFrom("standings").select("team_name").where("team_id", "=", owls);
  expect(await shown.execute()).toEqual([{ team_name: "Owls" }]);
});

test("an event under the name that an earlier release gave it is delivered", async () => {
  const cove = await world.club("Cove");
  await world.platform.clubs.use(cove.code, async (db) => {
    const former = (kind: string, payload: object) => ({
      ...{ id: kind, kind, payload: JSON.stringify(payload), created_at: "2026-01-01T00:00:00.000Z" },
      ...{ attempts: 0, last_error: null, delivered_at: null },
    });
    await db
      .insertInto("outbox")
      .values([former("standing", { teamId: "gone" }), former("standings", {})])
      .execute();
    expect((await openEvents(db)).map(({ event }) => event)).toEqual([
      { kind: "leaderboard-entry", teamId: "gone" },
      { kind: "leaderboard-entries" },
    ]);
  });
  await announceEvents(world.control, cove.code);
  await world.control.updateTable("clubs_with_outbox").set({ since: "2026-01-01T00:00:00.000Z" }).execute();
  await deliverOpenEvents(world.platform);
  expect(await waiting(cove.code)).toBe(false);
});

test("old delivered events are deleted from a club's file; undelivered ones stay", async () => {
  const hillside = await world.club("Hillside");
  const lions = await world.team(hillside, "Lions");
  await world.platform.clubs.use(hillside.code, async (db) => {
    const old = (id: string, delivered_at: string | null) => {
      const more = { payload: `{"teamId":"${lions}"}`, attempts: 0, last_error: null };
      return {
        id,
        kind: "leaderboard-entry" as const,
        created_at: "2025-01-01T00:00:00.000Z",
        delivered_at,
        ...more,
      };
    };
    await db.insertInto("outbox").values(old("stuck", null)).execute();
    const delivered = Array.from({ length: 2 * DELIVERED_EVENTS_KEPT }, (_, n) =>
      old(`old-${n}`, "2025-01-01T00:00:01.000Z"),
    );
    await db.insertInto("outbox").values(delivered).execute();
    const ids = async () => (await db.selectFrom("outbox").select("id").execute()).map(({ id }) => id);
    await inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: lions }));
    const kept = await ids();
    expect(kept).toHaveLength(DELIVERED_EVENTS_KEPT + 1);
    expect(kept).toEqual(expect.arrayContaining(["stuck", `old-${2 * DELIVERED_EVENTS_KEPT - 1}`]));
    expect(kept).not.toContain("old-0");
    await inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId: lions }));
    expect(await ids()).toHaveLength(DELIVERED_EVENTS_KEPT + 1);
  });
});

test("changes at once deliver each event of theirs, and events of one content once", async () => {
  const cove = await world.club("Cove");
  const [hawks, owls] = [await world.team(cove, "Hawks"), await world.team(cove, "Owls")];
  const teams = [hawks, owls, hawks, hawks, owls, hawks];
  await world.platform.clubs.use(cove.code, async (db) => {
    const ctx = { control: world.control, db, club: cove };
    await Promise.all(
      teams.map((teamId) => changeClub(ctx, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId }))),
    );
    const rows = await db.selectFrom("outbox").select(["delivered_at", "attempts"]).execute();
    expect(rows).toHaveLength(teams.length);
    expect(rows.filter(({ delivered_at }) => delivered_at === null)).toEqual([]);
    expect(new Set(rows.map(({ delivered_at }) => delivered_at)).size).toBeLessThan(teams.length);
  });
  expect(await waiting(cove.code)).toBe(false);
});

// product/operations.md#timetable
test("ratings leave a club's week the steps that they can concern, other changes all of them", async () => {
  const fen = await world.club("Fen");
  const rails = await world.team(fen, "Rails");
  const changed = async () => {
    const { changed } = await world.control
      .selectFrom("club_timetable")
      .select("changed")
      .where("club_code", "=", fen.code)
      .executeTakeFirstOrThrow();
    return changed;
  };
  const rated = { kind: "leaderboard-entry", teamId: rails, by: "rating" } as const;
  const renamed = { kind: "leaderboard-entry", teamId: rails } as const;
  await world.platform.clubs.use(fen.code, async (db) => {
    const ctx = { control: world.control, db, club: fen };
    const deliver = async (...events: (typeof rated | typeof renamed)[]) => {
      await changeClubAtPeak(ctx, (tx) => recordEvent(tx, ...events));
      await expect.poll(() => deliverOpenEvents(world.platform)).toBeGreaterThan(0);
    };
    await changeClub(ctx, (tx) => recordEvent(tx, renamed));
    await world.control.updateTable("club_timetable").set({ changed: 0 }).execute();

    await deliver(rated);
    expect(await changed()).toBe(2);
    await deliver(rated, renamed);
    expect(await changed()).toBe(1);
    await deliver(rated);
    expect(await changed()).toBe(1);
  });
});

// product/operations.md#timetable
test("a club's week is looked at ten seconds after its ratings, at a Saturday's noon after half a minute", async () => {
  const rate = async (names: readonly string[]) => {
    const codes: string[] = [];
    for (const name of names) {
      const club = await world.club(name);
      const teamId = await world.team(club, "Rails");
      await world.control
        .insertInto("club_timetable")
        .values({
          club_code: club.code,
          due_at: "2999-01-01T00:00:00.000Z",
          changed: 0,
          version: 0,
          steps: "{}",
        })
        .onConflict((conflict) =>
          conflict.column("club_code").doUpdateSet({ due_at: "2999-01-01T00:00:00.000Z" }),
        )
        .execute();
      await world.platform.clubs.use(club.code, async (db) => {
        const mark = await announceEvents(world.control, club.code);
        await inTransaction(db, (tx) => recordEvent(tx, { kind: "leaderboard-entry", teamId, by: "rating" }));
        marks.push(mark);
      });
      codes.push(club.code);
    }
    for (const mark of marks.splice(0)) eventsCommitted(world.control, mark);
    await expect.poll(() => deliverOpenEvents(world.platform)).toBe(names.length);
    const rows = await world.control
      .selectFrom("club_timetable")
      .select("due_at")
      .where("club_code", "in", codes)
      .execute();
    return rows.map(({ due_at }) => (Date.parse(due_at) - Date.now()) / 1000);
  };
  const marks: Awaited<ReturnType<typeof announceEvents>>[] = [];
  for (const seconds of await rate(["Quiet", "Calm"])) {
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(10);
  }
  for (const seconds of await rate(["Noon One", "Noon Two", "Noon Three", "Noon Four", "Noon Five"])) {
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(30);
  }
});

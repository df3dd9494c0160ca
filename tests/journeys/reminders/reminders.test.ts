import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ClubTable, GamesTable } from "#app/db/club/schema.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { gameRow, ratingRow } from "#tests/support/rows.ts";

const { world, lakeside, hawks, otters, mia, dana } = await openLakeside();
const { remindGames } = await import("#app/journeys/reminders/remind-games.server.ts");
const { askForRatings, remindRaters, remindToRate } = await import(
  "#app/journeys/reminders/remind-raters.server.ts"
);
const { storePreferences } = await import("#app/domain/control/notifications/preferences.server.ts");
const { doDayChange, gamesById, planDayChange, undoDayChange } = await import(
  "#app/domain/club/games/day-changes.server.ts"
);
const { renderMail } = await import("#app/mail/render-mail.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { defaultPreferences } = await import("#app/domain/control/notifications/preferences.ts");
afterAll(() => world.close());

const TEXAS = "America/Chicago";
const DANA = "dana.reyes@people.example";
const MIA = "mia.manager@people.example";
const local = (date: string, time: string) => new Date(momentOf(date, time, TEXAS));
const inClub = world.platform.clubs.use.bind(world.platform.clubs, lakeside.code) as <T>(
  work: (db: Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0]) => Promise<T>,
) => Promise<T>;

/** Runs a look of the jobs process at a moment. */
const look = (at: Date, step: typeof remindGames) =>
  inClub(async (db) => {
    const club = await db
      .selectFrom("club")
      .select(["name", "email", "timezone", "color", "address", "city", "state", "zip"])
      .executeTakeFirstOrThrow();
    return step({
      control: world.control,
      db,
      club: { code: lakeside.code, ...club },
      at,
      planned: null,
      first: false,
    });
  });

/** Loads the mails queued since the last look into the mailbox, as 'tag address'. */
async function newMails(): Promise<string[]> {
  const rows = await world.control.selectFrom("mails").select(["id", "tag", "to_address"]).execute();
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of rows) seen.add(id);
  return fresh.map(({ tag, to_address }) => `${tag} ${to_address}`).sort();
}
const seen = new Set<string>();

let games = 0;
async function addGame(team: string, date: string, time: string | null, more: Partial<GamesTable> = {}) {
  games += 1;
  const id = `game-${games}`;
  const start = momentOf(date, time, TEXAS);
  await inClub((db) =>
    db
      .insertInto("games")
      .values({ ...gameRow(id, team, new Date(start)), date, time, ...more })
      .execute(),
  );
  return id;
}
const moveGame = (id: string, values: Partial<GamesTable>) =>
  inClub((db) => db.updateTable("games").set(values).where("id", "=", id).execute());
const setClub = (values: Partial<ClubTable>) => inClub((db) => db.updateTable("club").set(values).execute());

beforeEach(async () => {
  await inClub(async (db) => {
    await db.deleteFrom("ratings").execute();
    await db.deleteFrom("games").execute();
    await db.deleteFrom("rating_reminders").execute();
    await db.updateTable("teams").set({ manager_updates: 1, coach_updates: 1, status: "active" }).execute();
  });
  await world.control.deleteFrom("notification_entries").execute();
  await world.control.deleteFrom("notification_preferences").execute();
  await world.control.deleteFrom("mails").execute();
});

describe("the day before", () => {
  test("everybody of a team gets one mail with all their games of tomorrow, once", async () => {
    await addGame(hawks, "2027-04-10", "10:00");
    await addGame(hawks, "2027-04-10", "14:00");
    await addGame(otters, "2027-04-10", "10:00");
    const next = await look(local("2027-04-09", "16:00"), remindGames);
    expect(await newMails()).toEqual([]);
    expect(next).toEqual(local("2027-04-09", "17:00"));
    await look(local("2027-04-09", "17:00"), remindGames);
    expect(await newMails()).toEqual([`game-reminder ${DANA}`, `game-reminder ${MIA}`]);
    await look(local("2027-04-09", "17:05"), remindGames);
    expect(await newMails()).toEqual([]);
  });

  test("a game moved or cancelled after the reminder is told at once, a cancelled one is never reminded of", async () => {
    const game = await addGame(hawks, "2027-04-10", "10:00");
    await addGame(hawks, "2027-04-10", "12:00", { status: "cancelled" });
    await look(local("2027-04-09", "17:00"), remindGames);
    expect(await newMails()).toHaveLength(2);
    await moveGame(game, { time: "15:00", starts_at: momentOf("2027-04-10", "15:00", TEXAS) });
    await look(local("2027-04-09", "18:00"), remindGames);
    expect(await newMails()).toEqual([`game-reminder ${DANA}`, `game-reminder ${MIA}`]);
    await moveGame(game, { status: "cancelled" });
    await look(local("2027-04-09", "19:00"), remindGames);
    expect(await newMails()).toHaveLength(2);
    await look(local("2027-04-09", "20:00"), remindGames);
    expect(await newMails()).toEqual([]);
  });

  test("a reminder of a changed game names the old date and the typed reason; a game changed by hand since has no reason", async () => {
    const moved = await addGame(hawks, "2027-04-10", "10:00");
    const cancelled = await addGame(hawks, "2027-04-10", "14:00");
    await look(local("2027-04-09", "17:00"), remindGames);
    await newMails();
    const change = async (action: "move" | "cancel", gameId: string) =>
      inClub((db) =>
        inTransaction(db, async (tx) => {
          const [game] = await gamesById(tx, [gameId]);
          const games = [
            {
              ...{ id: gameId, teamId: hawks, title: "", version: game?.version ?? "" },
              to: action === "move" ? "2027-04-17" : null,
            },
          ];
          const plan = { day: "2027-04-10", action, reason: `Lightning, ${action}`, games };
          const id = await planDayChange(tx, plan, { accountId: dana.id, name: "Dana Reyes" });
          await doDayChange(tx, id);
          return id;
        }),
      );
    const texts = async () =>
      (await world.control.selectFrom("mails").selectAll().where("to_address", "=", DANA).execute()).map(
        (mail) => renderMail(mail).text,
      );
    const undo = await change("move", moved);
    await change("cancel", cancelled);
    await look(local("2027-04-09", "18:00"), remindGames);
    const text = (await texts()).join();
    expect(text).toMatch(
      /Reason: Lightning, move\s+Before: Sat, Apr 10, 10:00 AM CT[^\n]*\s+Now: Sat, Apr 17, 10:00 AM CT/,
    );
    expect(text).toMatch(/Reason: Lightning, cancel\s+When: Sat, Apr 10, 2:00 PM CT/);
    await world.control.deleteFrom("mails").execute();
    await inClub((db) => inTransaction(db, (tx) => undoDayChange(tx, undo)));
    const starts_at = momentOf("2027-04-10", "16:00", TEXAS);
    await moveGame(cancelled, { status: "scheduled", time: "16:00", starts_at });
    await look(local("2027-04-09", "19:00"), remindGames);
    const back = (await texts()).join();
    expect(back).toMatch(/Before: Sat, Apr 17, 10:00 AM CT[^\n]*\s+Now: Sat, Apr 10, 10:00 AM CT/);
    expect(back).toMatch(/Before: Cancelled\s+Now: Sat, Apr 10, 4:00 PM CT/);
    expect(back).not.toContain("Lightning");
  });

  test("nobody is reminded for an archived team, or where the team's updates are off", async () => {
    await addGame(hawks, "2027-04-10", "10:00");
    await inClub((db) => db.updateTable("teams").set({ coach_updates: 0 }).execute());
    await look(local("2027-04-09", "17:00"), remindGames);
    expect(await newMails()).toEqual([`game-reminder ${MIA}`]);
    await inClub((db) => db.updateTable("teams").set({ coach_updates: 1, status: "archived" }).execute());
    await look(local("2027-04-09", "18:00"), remindGames);
    expect(await newMails()).toEqual([]);
  });

  test("5 PM is that of the club's clock", async () => {
    await setClub({ timezone: "Pacific/Honolulu" });
    await addGame(hawks, "2027-04-10", "10:00", {
      starts_at: momentOf("2027-04-10", "10:00", "Pacific/Honolulu"),
    });
    await look(local("2027-04-09", "17:00"), remindGames);
    expect(await newMails()).toEqual([]);
    await look(new Date(momentOf("2027-04-09", "17:00", "Pacific/Honolulu")), remindGames);
    expect(await newMails()).toHaveLength(2);
    await setClub({ timezone: TEXAS });
  });
});

describe("an hour after the end", () => {
  test("the raters of a side that has not rated are asked, once", async () => {
    const game = await addGame(hawks, "2027-04-10", "10:00");
    expect(await look(local("2027-04-10", "12:59"), askForRatings)).toEqual(local("2027-04-10", "13:00"));
    expect(await newMails()).toEqual([]);
    await inClub((db) =>
      db
        .insertInto("ratings")
        .values(ratingRow(game, { given_by: dana.id }))
        .execute(),
    );
    await look(local("2027-04-10", "13:00"), askForRatings);
    expect(await newMails()).toEqual([`rate-game ${MIA}`]);
    await look(local("2027-04-10", "13:10"), askForRatings);
    expect(await newMails()).toEqual([]);
  });

  test("nobody is asked for a cancelled game, one without a time, or one that ended long ago", async () => {
    await addGame(hawks, "2027-04-10", "10:00", { status: "cancelled" });
    await addGame(hawks, "2027-04-10", null);
    await addGame(hawks, "2027-04-10", "07:00");
    await look(local("2027-04-10", "13:00"), askForRatings);
    expect(await newMails()).toEqual([]);
  });

  test("a game that was moved is asked for after its new end", async () => {
    const game = await addGame(hawks, "2027-04-10", "10:00");
    await look(local("2027-04-10", "13:00"), askForRatings);
    await newMails();
    await moveGame(game, {
      date: "2027-04-17",
      starts_at: momentOf("2027-04-17", "10:00", TEXAS),
      status: "rescheduled",
    });
    await look(local("2027-04-10", "13:30"), askForRatings);
    expect(await newMails()).toEqual([]);
    await look(local("2027-04-17", "13:00"), askForRatings);
    expect(await newMails()).toEqual([`rate-game ${DANA}`, `rate-game ${MIA}`]);
  });
});

// product/notifications.md#reminders-to-rate
describe("reminders to rate", () => {
  const morning = (day: number) => look(local(`2027-04-${day}`, "09:00"), remindToRate);

  test("reminders to rate come on the three mornings after a game, one mail a person, until it is rated", async () => {
    const game = await addGame(hawks, "2027-04-10", "10:00");
    await addGame(hawks, "2027-04-10", null);
    expect(await morning(10)).toEqual(local("2027-04-11", "09:00"));
    expect(await newMails()).toEqual([]);
    await morning(11);
    expect(await newMails()).toEqual([`rating-reminder ${DANA}`, `rating-reminder ${MIA}`]);
    await look(local("2027-04-11", "10:00"), remindToRate);
    expect(await newMails()).toEqual([]);
    await inClub((db) =>
      db
        .insertInto("ratings")
        .values(ratingRow(game, { given_by: dana.id }))
        .execute(),
    );
    await moveGame(`game-${games}`, { status: "cancelled" });
    await morning(12);
    expect(await newMails()).toEqual([`rating-reminder ${MIA}`]);
    await morning(13);
    expect(await newMails()).toEqual([`rating-reminder ${MIA}`]);
    await morning(14);
    expect(await newMails()).toEqual([]);
  });

  test("a reminder by hand is the day's only one, also if it is pressed twice at once", async () => {
    await addGame(hawks, "2027-04-10", "10:00");
    const at = local("2027-04-11", "08:00");
    const remind = () =>
      inClub((db) =>
        remindRaters(
          { control: world.control, db, club: { code: lakeside.code, timezone: TEXAS } },
          { scope: "all" },
          at,
        ),
      );
    const sent = await Promise.all([remind(), remind()]);
    expect(sent[0] + sent[1]).toBe(2);
    expect(await newMails()).toEqual([`rating-reminder ${DANA}`, `rating-reminder ${MIA}`]);
    await morning(11);
    expect(await newMails()).toEqual([]);
  });

  test("a rater who switched Game Reminders off gets none", async () => {
    await addGame(hawks, "2027-04-10", "10:00");
    await inTransaction(world.control, (tx) =>
      storePreferences(
        tx,
        { accountId: mia.id, clubCode: lakeside.code },
        { ...defaultPreferences, switches: { "game-reminders": false } },
      ),
    );
    await look(local("2027-04-09", "17:00"), remindGames);
    await look(local("2027-04-10", "13:00"), askForRatings);
    await morning(11);
    expect(await newMails()).toEqual([
      `game-reminder ${DANA}`,
      `rate-game ${DANA}`,
      `rating-reminder ${DANA}`,
    ]);
  });

  test("quiet hours drop what would come too late", async () => {
    await addGame(hawks, "2027-04-10", "17:00");
    await inTransaction(world.control, (tx) =>
      storePreferences(
        tx,
        { accountId: mia.id, clubCode: lakeside.code },
        { ...defaultPreferences, quietHours: "weekends" },
      ),
    );
    await look(local("2027-04-10", "20:00"), askForRatings);
    expect(await newMails()).toEqual([`rate-game ${DANA}`]);
    const waiting = await world.control
      .selectFrom("notification_entries")
      .select("id")
      .where("account_id", "=", mia.id)
      .execute();
    expect(waiting).toEqual([]);
  });
});

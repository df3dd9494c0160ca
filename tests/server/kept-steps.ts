import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { castOf } from "#tests/support/lakeside.ts";
import { addParents } from "#tests/support/parents.ts";
import { ratingRow, staffRow } from "#tests/support/rows.ts";
import type { World } from "#tests/support/world.ts";

/** A web process: several of them serve one data folder. */
export interface WebProcess {
  ask(path: string, headers: Record<string, string>): Promise<Response>;
  post(path: string, headers: Record<string, string>, form: Record<string, string>): Promise<Response>;
}

/** A browser's copy of a page; `stale` once a change was committed that its club's pages depend on. */
interface Kept {
  tag: string;
  text: string;
  stale: boolean;
}

interface Browser {
  account: string;
  club: string;
  cookie: string;
  kept: Map<string, Kept>;
}

const PATHS = [
  ...["/dashboard", "/teams", "/rating", "/leaderboard", "/rating?show=all", "/teams?q=a", "/schedule"],
  ...["/schedule?view=week", "/reports", "/reports?tab=teams", "/reports/games", "/seasons", "/rewards"],
  ...["/agreements", "/agreements?status=pending", "/printables/certificates", "/club/announcements"],
];
const HOUR = 3_600_000;
/** The clock stays within the 30 days of a session. */
const LAST_HOUR = 27 * 24;

/**
 * Takes random steps: page requests, changes and moves of the clock. Each 304 is compared with the page as it is
 * rendered for the same request; after an acknowledged change there is none.
 * @returns how many requests were answered by 304, and how many ratings were given by a form
 */
export async function takeSteps(
  world: World,
  servers: readonly WebProcess[],
  { steps, seed, clock }: { steps: number; seed: number; clock: string },
): Promise<{ unchanged: number; rated: number }> {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const { newId } = await import("#app/runtime/ids.server.ts");
  const { keepForm } = await import("#app/domain/control/sign-in/kept-forms.server.ts");
  const cast = await castOf(world);
  const { lakeside, riverside, hawks, otters } = cast;
  const open = async (account: string, club: string): Promise<Browser> => {
    const cookie = await world.signIn(account, club, { keepsPages: true });
    return { account, club, cookie, kept: new Map() };
  };
  const browsers = [
    ...[cast.ada, cast.mia, cast.dana, cast.dana].map(({ id }) => open(id, lakeside.code)),
    open(cast.rita.id, riverside.code),
  ];
  const people = await Promise.all(browsers);
  const games: string[] = [];
  let hour = 0;
  let unchanged = 0;
  let rated = 0;

  const changed = (club: string) => {
    for (const browser of people)
      if (browser.club === club) for (const kept of browser.kept.values()) kept.stale = true;
  };
  const inClub = async (club: string, change: Parameters<typeof world.platform.clubs.use>[1]) => {
    await world.platform.clubs.use(club, change);
    changed(club);
  };

  const look = async (browser: Browser, path: string): Promise<void> => {
    const kept = browser.kept.get(path);
    const headers = { Cookie: browser.cookie };
    const answer = await pick(servers).ask(path, kept ? { ...headers, "If-None-Match": kept.tag } : headers);
    const about = `${path} of ${browser.account} after ${hour} h`;
    if (answer.status === 304 && kept) {
      unchanged += 1;
      expect(kept.stale, `${about} is older than a change`).toBe(false);
      const fresh = await pick(servers).ask(path, headers);
      const text = await fresh.text();
      if (text === kept.text) return;
      // If something changed in between, the tag has changed now.
      const again = await pick(servers).ask(path, { ...headers, "If-None-Match": kept.tag });
      expect(again.status, `${about} is not what is rendered`).toBe(200);
      return;
    }
    const tag = answer.headers.get("ETag");
    if (answer.status !== 200) {
      // Pages of administrators, or of another club.
      expect([answer.status, kept, tag], about).toEqual([expect.toBeOneOf([403, 404]), undefined, null]);
      return;
    }
    // Only the form of a rating has a number that no browser may keep.
    if (!path.startsWith("/rating/")) expect(tag, about).not.toBeNull();
    if (tag === null) browser.kept.delete(path);
    else browser.kept.set(path, { tag, text: await answer.text(), stale: false });
  };

  /** Picks a further address of the existing things. */
  const pathToLook = () => {
    const game = random() < 0.25 ? pick(games) : undefined;
    return game ? `/rating/${game}` : pick([...PATHS, `/teams/${hawks}`]);
  };

  const lately: [Browser, string][] = [];

  const lookWithAnothersTag = async (): Promise<void> => {
    const path = pathToLook();
    const [one, other] = [pick(people), pick(people)];
    const kept = other.kept.get(path);
    if (one === other || !kept) return;
    const answer = await pick(servers).ask(path, { Cookie: one.cookie, "If-None-Match": kept.tag });
    expect([200, 403, 404], `${path} by another's tag`).toContain(answer.status);
  };

  const ratings = () =>
    world.platform.clubs.use(lakeside.code, async (db) => {
      const rows = await db.selectFrom("ratings").select("id").execute();
      return rows.length;
    });

  const rate = async (): Promise<void> => {
    const browser = pick(people.slice(1, 4));
    const game = pick(games);
    if (!game) return;
    const form = { score: "20", reason: "A calm game", submission: newId(), version: "" };
    const before = await ratings();
    await pick(servers).post(`/mobile-rating?game=${game}`, { Cookie: browser.cookie }, form);
    // The form of a game that they have rated redirects to it, and changes nothing.
    if ((await ratings()) === before) return;
    rated += 1;
    changed(lakeside.code);
  };

  const signOutAndIn = async (): Promise<void> => {
    const browser = pick(people);
    const { cookie, kept } = browser;
    const answer = await pick(servers).post("/sign-out", { Cookie: cookie }, {});
    expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
    for (const [path, { tag }] of kept) {
      const left = await pick(servers).ask(path, { Cookie: cookie, "If-None-Match": tag });
      expect(left.status, "after signing out").toBe(302);
    }
    Object.assign(browser, await open(browser.account, browser.club));
  };

  const moveClock = async (): Promise<void> => {
    hour = Math.min(LAST_HOUR, hour + random() * pick([0.02, 0.5, 3, 8]));
    writeFileSync(clock, String(Math.round(hour * HOUR)));
    // The processes detect a change of the file by its time.
    await pause(10);
  };

  /** Sends an agreement to a parent some hours ago, who gets no reminder for a day. */
  const addAgreement = async (): Promise<void> => {
    const sent_at = new Date(Date.now() + (hour - random() * 30) * HOUR).toISOString();
    const expires_at = new Date(Date.now() + 60 * 24 * HOUR).toISOString();
    const name = newId().slice(0, 8);
    const agreement = { issue: 1, sent_at, expires_at };
    const [parent] = await addParents(world, lakeside, hawks, 1, { name, agreement });
    const mail = { agreement_id: parent?.agreementId ?? "", issue: 1, step: "request" as const };
    await inClub(lakeside.code, (db) =>
      db
        .insertInto("agreement_mails")
        .values({ ...mail, id: newId(), created_at: sent_at, queued_at: sent_at, delivery: null })
        .execute(),
    );
  };

  const addGame = async (): Promise<void> => {
    const hoursAgo = random() * 120 - 60 - hour;
    const rated =
      random() < 0.5 ? { final_score: pick([20, 10] as const), agreement: "agreed" as const } : {};
    const more = { ...rated, time: random() < 0.3 ? null : "10:00" };
    const id = await world.game(lakeside, pick([hawks, otters]), hoursAgo, more);
    changed(lakeside.code);
    games.push(id);
    const rating = ratingRow(id, { given_by: cast.dana.id, score: more.final_score ?? 20 });
    if (rated.final_score)
      await inClub(lakeside.code, (db) => db.insertInto("ratings").values(rating).execute());
  };

  for (let hoursAgo = 2; hoursAgo < 40; hoursAgo += 4)
    games.push(await world.game(lakeside, hawks, hoursAgo));
  const changes: (() => Promise<void>)[] = [
    rate,
    rate,
    moveClock,
    moveClock,
    moveClock,
    addGame,
    signOutAndIn,
    lookWithAnothersTag,
    () =>
      inClub(lakeside.code, (db) =>
        db
          .updateTable("teams")
          .set({ name: `Hawks ${newId().slice(0, 5)}` })
          .where("id", "=", hawks)
          .execute(),
      ),
    () =>
      inClub(riverside.code, (db) =>
        db
          .updateTable("teams")
          .set({ player_count: Math.floor(random() * 30) })
          .execute(),
      ),
    () => {
      const expires_at = new Date(Date.now() + (hour + random() * 30) * HOUR).toISOString();
      const invited = { status: "pending", role: "coach", account_id: null, expires_at } as const;
      const row = staffRow(newId(), otters, { ...invited, email: `${newId()}@people.example` });
      return inClub(lakeside.code, (db) => db.insertInto("staff").values(row).execute());
    },
    addAgreement,
    () =>
      inClub(lakeside.code, (db) => {
        const at = new Date(Date.now() + (hour - random() * 30 - 7 * 24 + 15) * HOUR).toISOString();
        return db.insertInto("roll_overs").values(rollOverRow(newId(), at)).execute();
      }),
    () =>
      inClub(lakeside.code, (db) =>
        db.insertInto("announcements").values(announcementRow(newId())).execute(),
      ),
    async () => {
      const browser = pick(people.slice(0, 4));
      const path = `/rating/${pick(games)}`;
      await keepForm(world.control, { accountId: browser.account, address: path }, { reason: newId() });
      for (const { account, kept } of people)
        if (account === browser.account) Object.assign(kept.get(path) ?? {}, { stale: true });
    },
    async () => {
      const name = `Ada ${newId().slice(0, 5)}`;
      await world.control.updateTable("accounts").set({ name }).where("id", "=", cast.ada.id).execute();
      for (const kept of people[0]?.kept.values() ?? []) kept.stale = true;
    },
  ];

  for (let step = 0; step < steps; step += 1) {
    if (random() < 0.25) await pick(changes)();
    else {
      // Most requests are for recently opened pages.
      const [browser, path] = (random() < 0.6 && pick(lately)) || [pick(people), pathToLook()];
      await look(browser, path);
      lately.unshift([browser, path]);
      lately.splice(8);
    }
  }
  return { unchanged, rated };
}

/** Builds a season that was rolled over at a given time. */
function rollOverRow(id: string, at: string) {
  const season = { name: `After ${id}`, startsOn: "2043-01-01", endsOn: "2043-02-01", description: "" };
  const plan = {
    fromName: "Long ago",
    season: { ...season, plannedGames: null, allTeams: true, teamIds: [] },
  };
  const lists = { existing: null, kept: [], left: [], invited: [], stayed: [] };
  return {
    ...{ id, from_season_id: `from-${id}`, to_season_id: `to-${id}`, status: "done" as const },
    ...{ details: JSON.stringify({ ...plan, ...lists }), created_by_name: "Ada Admin" },
    ...{ created_at: at, done_at: at, undone_at: null },
  };
}

const announcementRow = (id: string) => ({
  ...{
    id,
    subject: `Picture day ${id}`,
    body: "On Saturday",
    audience: "everybody" as const,
    team_ids: "[]",
  },
  ...{ recipients: 0, created_by_name: "Ada Admin", created_at: new Date().toISOString(), sent_at: null },
});

/** Implements Mulberry32: the same steps for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

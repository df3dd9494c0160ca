import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const AT = "2026-11-20T18:00:00.000Z";

/**
 * Creates a reward of the Hawks or the Otters.
 * @returns its id
 */
async function earned(
  team: string,
  id: string,
  more: {
    status?: "pending" | "awarded" | "taken-back";
    after?: "any" | "talk";
    gameId?: string | null;
    title?: string;
  } = {},
) {
  const { status = "awarded", after = "any", gameId = null, title = "$15 gift card" } = more;
  await inFile(async (db) => {
    const row = {
      ...{ id: `r-${id}`, program_id: "p", title, description: "", type: "perfect_game" as const },
      ...{ score_threshold: 20, game_count: 1, improvement_percent: 25, consecutive_games: 3 },
      ...{
        counts_after: after,
        value_cents: 15_00,
        status: "active" as const,
        color: "gold",
        auto_trigger: 1,
      },
      ...{ notification_enabled: 0, last_triggered_at: AT, created_at: AT, updated_at: AT },
    };
    await db.insertInto("rewards").values(row).execute();
    await db
      .insertInto("earned_rewards")
      .values({
        ...{ id, reward_id: `r-${id}`, program_id: "p", team_id: team, game_id: gameId },
        ...{ game_date: "2026-11-18", score: 20, criteria: "A game with 20 points or more", recipient: "" },
        ...{ value_cents: 15_00, status, earned_at: AT, awarded_at: status === "awarded" ? AT : null },
        ...{ awarded_by_name: "", taken_back_at: null, taken_back_why: "", notified: "everybody" as const },
        rule: `{"type":"custom","scoreThreshold":20,"gameCount":1,"improvementPercent":25,"consecutiveGames":3,"countsAfter":"${after}"}`,
      })
      .execute();
  });
  return id;
}

beforeEach(() =>
  inFile(async (db) => {
    for (const table of ["earned_rewards", "rewards", "reward_programs", "ratings", "games"] as const)
      await db.deleteFrom(table).execute();
    await db
      .insertInto("reward_programs")
      .values({
        ...{ id: "p", name: "Fall Heroes", description: "", type: "team", season_id: null },
        ...{ starts_on: "2026-09-01", ends_on: null, is_active: 1, budget_cents: 500_00 },
        ...{ archived_at: null, created_at: AT, updated_at: AT },
      })
      .execute();
  }),
);

const certificate = (id: string, { cookie } = ada, query = "") =>
  world.ask(`/rewards/earned/${id}/certificate.pdf${query}`, { cookie });
const list = async ({ cookie } = ada) => (await world.ask("/printables/certificates", { cookie })).text();
const pages = async (answer: Response) => {
  expect(answer.headers.get("Content-Type"), String(answer.status)).toBe("application/pdf");
  const pdf = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  return pdf.match(/\/Type \/Page\b/g)?.length;
};

// product/rewards.md#certificates
test("administrators, the team's manager and its coaches print awarded certificates, in either language", async () => {
  await earned(hawks, "one");
  for (const who of [ada, mia, dana]) {
    const answer = await certificate("one", who, "?language=es");
    expect(await pages(answer)).toBe(1);
    expect(answer.headers.get("Content-Disposition")).toContain("certificate-2026-11-18-es.pdf");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("another team's is refused, another club's unknown", async () => {
  await earned(otters, "theirs");
  expect((await certificate("theirs", mia)).status).toBe(403);
  expect((await certificate("theirs", dana)).status).toBe(403);
  expect((await certificate("theirs", rita)).status).toBe(404);
  expect((await certificate("nothing")).status).toBe(404);
  expect(await list(mia)).toContain("No certificate yet");
});

test("a pending reward is a preview for administrators alone, and a revoked one has no certificate", async () => {
  await earned(hawks, "waits", { status: "pending" });
  await earned(hawks, "gone", { status: "taken-back" });
  expect(await pages(await certificate("waits"))).toBe(1);
  expect((await certificate("waits", mia)).status).toBe(404);
  expect((await certificate("gone")).status).toBe(404);
  expect(await list()).toContain("No certificate yet");
  const page = await (await world.ask("/rewards/earned/waits", { cookie: ada.cookie })).text();
  expect(page).toContain("Preview of the Certificate");
});

test("a certificate that mentions a talk about an incident is for administrators", async () => {
  await earned(hawks, "talk", { after: "talk", title: "After a hard talk" });
  await earned(hawks, "plain");
  expect(await list()).toContain("After a hard talk");
  for (const who of [mia, dana]) {
    expect((await certificate("talk", who)).status).toBe(404);
    const page = await list(who);
    expect(page).toContain("1 certificate.");
    expect(page).not.toContain("After a hard talk");
    const all = await world.ask("/printables/certificates.pdf?of=talk&of=plain", { cookie: who.cookie });
    expect(await pages(all)).toBe(1);
  }
});

test("the checked certificates are one file, all of them if none is checked, without other teams' ones", async () => {
  for (const id of ["a", "b", "c"]) await earned(hawks, id);
  await earned(otters, "d");
  const file = (query: string, { cookie } = ada) =>
    world.ask(`/printables/certificates.pdf${query}`, { cookie });
  expect(await pages(await file("?of=a&of=c"))).toBe(2);
  expect(await pages(await file(""))).toBe(4);
  expect(await pages(await file("?of=a&of=d", mia))).toBe(1);
  const none = await file("?of=d", mia);
  expect(none.status).toBe(303);
  expect(none.headers.get("Location")).toBe("/printables/certificates");
});

test("the strip ends with the game that earned it, and keeps sealed results sealed", async () => {
  const { findCertificate } = await import("#app/domain/club/rewards/certificates.server.ts");
  const game = (date: string, score: 0 | 10 | 20 | null, time = "10:00") =>
    world.game(lakeside, hawks, 0, {
      ...{ date, time, starts_at: `${date}T${time}:00.000Z` },
      ...(score === null
        ? {}
        : { final_score: score, agreement: "agreed", final_policy: "coach-final", finalized_at: AT }),
    });
  await game("2026-11-10", 0);
  await game("2026-11-12", null);
  const gameId = await game("2026-11-18", 20);
  await game("2026-11-18", 10, "14:00");
  await game("2026-11-19", 10);
  await earned(hawks, "one", { gameId });
  await earned(hawks, "by-hand");
  await inFile(async (db) => {
    const at = new Date("2026-11-26T18:00:00.000Z");
    expect(await findCertificate(db, "one", at)).toMatchObject({
      strip: "x-p",
      opponent: expect.any(String),
    });
    // Given by hand: all games of that day.
    expect(await findCertificate(db, "by-hand", at)).toMatchObject({ strip: "x-pm", byGame: false });
    await db
      .insertInto("ratings")
      .values({
        ...{ id: "blind", game_id: gameId, side: "coach", score: 20, reason: "", tags: "[]" },
        ...{ given_by: dana.id, given_by_name: "Dana Reyes", given_as: "head", correction_reason: "" },
        ...{ submission_key: "blind", saw_other: 0, given_at: AT, superseded_at: null },
      })
      .execute();
    const soon = new Date("2026-11-19T08:00:00.000Z");
    expect(await findCertificate(db, "one", soon)).toMatchObject({ strip: "x-s" });
  });
  await inFile((db) => db.updateTable("teams").set({ status: "deleted" }).where("id", "=", hawks).execute());
  expect((await certificate("one")).status).toBe(404);
  await inFile((db) => db.updateTable("teams").set({ status: "active" }).where("id", "=", hawks).execute());
});

test("120 files an hour are printed for an account", async () => {
  const { mayUse } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
  await earned(hawks, "once more");
  for (let n = 0; n < 120; n += 1) await mayUse("certificates-account", mia.id);
  const refused = await world.ask("/printables/certificates.pdf", { cookie: mia.cookie });
  expect(refused.headers.get("Location")).toBe("/printables/certificates");
});

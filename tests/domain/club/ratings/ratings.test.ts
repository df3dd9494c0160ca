import { writeFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { RatingPolicy } from "#app/db/club/schema.ts";
import { raterOf } from "#app/domain/club/ratings/rating-permission.ts";
import type { NewRating } from "#app/domain/club/ratings/ratings.server.ts";
import type { Score, Side } from "#app/domain/club/ratings/ratings.ts";
import type { ClubMember } from "#app/domain/club/staff/club-user.ts";
import { readMails } from "#tests/support/mails.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { clockFile, now } = await import("#app/runtime/clock.server.ts");
const { rateGame, correctRating } = await import("#app/domain/club/ratings/ratings.server.ts");
const { changeClub, deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");

const lakeside = await world.club("Lakeside");
const hawks = await world.team(lakeside, "Hawks");
const quiet = await world.team(lakeside, "Quiet", { incident_alerts: 0 });
const lease = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  lease.release();
  await world.close();
});
const { db } = lease;

const member = async (
  name: string,
  places: { team: string; role: "manager" | "coach"; coachRole?: "head" | "assistant" }[],
): Promise<ClubMember> => ({
  accountId: await world.person(name, lakeside, places),
  name,
  email: null,
  role: places.some(({ role }) => role === "manager") ? "team_manager" : "coach",
  assignments: places.map(({ team, role, coachRole }) => ({
    teamId: team,
    teamName: "Hawks",
    season: "Fall 2026",
    role,
    coachRole: role === "coach" ? (coachRole ?? "head") : null,
  })),
});
const dana = await member("Dana", [
  { team: hawks, role: "coach" },
  { team: quiet, role: "coach" },
]);
const abel = await member("Abel", [{ team: hawks, role: "coach", coachRole: "assistant" }]);
const mona = await member("Mona", [{ team: hawks, role: "manager" }]);
const ada: ClubMember = {
  accountId: lakeside.adminAccount,
  name: "Ada Admin",
  email: null,
  role: "club_admin",
  assignments: [],
};
const ctx = { control: world.control, db, club: { code: lakeside.code } };

/** The version of a form that was opened just now. */
const FRESH = "fresh";
const opened = async <Rating extends NewRating>(rating: Rating, side: Side): Promise<Rating> => {
  if (rating.version !== FRESH) return rating;
  const current = (await versions(rating.gameId)).find(
    (version) => version.side === side && version.superseded_at === null,
  );
  return { ...rating, version: current?.id ?? "" };
};

let forms = 0;
const given = (gameId: string, score: Score, more: Partial<NewRating> = {}): NewRating => ({
  gameId,
  score,
  tags: score === 20 ? [] : ["dissent"],
  reason: "What I saw",
  submission: `form-${String(++forms).padStart(17, "0")}`,
  version: FRESH,
  ...more,
});
async function rate(user: ClubMember, side: Side, rating: NewRating, team = hawks) {
  const rater = raterOf(user, team, side);
  if (!rater) throw new Error(`${user.name} does not rate as ${side}`);
  const form = await opened(rating, side);
  return changeClub(ctx, (tx) => rateGame(tx, form, rater));
}
async function correct(rating: NewRating & { side: Side; correctionReason: string }) {
  const form = await opened(rating, rating.side);
  return changeClub(ctx, (tx) => correctRating(tx, form, ada));
}
const versions = (gameId: string) =>
  db
    .selectFrom("ratings")
    .selectAll()
    .where("game_id", "=", gameId)
    .orderBy("given_at")
    .orderBy("id")
    .execute();
const game = (gameId: string) =>
  db.selectFrom("games").selectAll().where("id", "=", gameId).executeTakeFirstOrThrow();
const policy = (rating_policy: RatingPolicy) => db.updateTable("club").set({ rating_policy }).execute();
const laterBy = (hours: number) => writeFileSync(clockFile(world.dataDir), String(hours * 3_600_000));

beforeEach(async () => {
  await policy("coach-final");
  laterBy(0);
});

test("twenty identical submissions at once are one rating with one outbox event", async () => {
  const id = await world.game(lakeside, hawks, 3);
  const rating = given(id, 0);
  const event = () =>
    db
      .selectFrom("outbox")
      .select("kind")
      .where((eb) => eb.or([eb("kind", "=", "incident"), eb("kind", "=", "leaderboard-entry")]))
      .execute();
  const before = (await event()).length;
  const results = await Promise.all(Array.from({ length: 20 }, () => rate(dana, "coach", rating)));
  expect(results.filter((result) => result.ok && result.isNew)).toHaveLength(1);
  expect(results.filter((result) => result.ok && !result.isNew)).toHaveLength(19);
  expect(await versions(id)).toHaveLength(1);
  expect(await event()).toHaveLength(before + 2);
  expect(await game(id)).toMatchObject({ final_score: 0, agreement: "agreed", final_policy: "coach-final" });
});

test("six of fifty versions of one rating in a moment are stored, and the other side's is not held up", async () => {
  const id = await world.game(lakeside, hawks, 3);
  const results: Awaited<ReturnType<typeof rate>>[] = [];
  for (let index = 0; index < 50; index += 1) {
    results.push(await rate(dana, "coach", given(id, 10, { reason: `Version ${index}` })));
  }
  expect(results.filter(({ ok }) => ok)).toHaveLength(6);
  expect(results.filter(({ ok }) => !ok)[0]).toEqual({ ok: false, problem: "too-often" });
  expect(await rate(mona, "manager", given(id, 20))).toMatchObject({ ok: true });
  expect(await versions(id)).toHaveLength(7);
});

test("one of two ratings sent at once is stored, and the other phone shows it", async () => {
  const id = await world.game(lakeside, hawks, 3);
  const form = (score: Score) => given(id, score, { version: "" });
  const results = await Promise.all([rate(dana, "coach", form(20)), rate(dana, "coach", form(10))]);
  const [stored, ...more] = await versions(id);
  expect(more).toEqual([]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.find(({ ok }) => !ok)).toMatchObject({ problem: "stale", stored: { id: stored?.id } });
  expect((await game(id)).final_score).toBe(stored?.score);
});

test("a correction from a form of an older version is refused, also an administrator's", async () => {
  const id = await world.game(lakeside, hawks, 3);
  await rate(dana, "coach", given(id, 20));
  const [{ id: first } = { id: "" }] = await versions(id);
  await rate(dana, "coach", given(id, 10));
  const stale = { ok: false, problem: "stale", stored: { score: 10 } };
  expect(await rate(dana, "coach", given(id, 0, { version: first }))).toMatchObject(stale);
  const correction = { ...given(id, 0, { version: first }), side: "coach" as const, correctionReason: "x" };
  expect(await correct(correction)).toMatchObject(stale);
  expect((await versions(id)).map(({ score }) => score)).toEqual([20, 10]);
  expect(await rate(dana, "coach", given(id, 10, { version: first }))).toMatchObject({
    ok: true,
    isNew: false,
  });
});

test("the same rating from another form writes no version", async () => {
  const id = await world.game(lakeside, hawks, 3);
  await rate(dana, "coach", given(id, 10));
  expect(await rate(dana, "coach", given(id, 10))).toMatchObject({ ok: true, isNew: false });
  expect(await versions(id)).toHaveLength(1);
});

test("a form's key does not work for another game or another person", async () => {
  const [one, other] = [await world.game(lakeside, hawks, 3), await world.game(lakeside, hawks, 4)];
  const first = given(one, 20);
  await rate(dana, "coach", first);
  expect(await rate(dana, "coach", { ...first, gameId: other })).toMatchObject({
    ok: false,
    problem: "sent-before",
  });
  expect(await rate(mona, "manager", first)).toMatchObject({ ok: false, problem: "sent-before" });
  expect([await versions(one), await versions(other)].map(({ length }) => length)).toEqual([1, 0]);
});

describe("the policies", () => {
  test.each([
    ["coach-final", 20, 10, 10, "coach-override"],
    ["average", 20, 10, 20, "averaged"],
    ["coach-first", 0, 20, 10, "averaged"],
    ["average", 10, 10, 10, "agreed"],
  ] as const)(
    "%s reconciles manager %i and coach %i to %i, %s",
    async (rule, manager, coach, final, agreement) => {
      await policy(rule);
      const id = await world.game(lakeside, hawks, 3);
      await rate(mona, "manager", given(id, manager));
      expect(await game(id)).toMatchObject({ final_score: null, agreement: "pending", finalized_at: null });
      await rate(dana, "coach", given(id, coach));
      expect(await game(id)).toMatchObject({ final_score: final, agreement, final_policy: rule });
      expect((await game(id)).finalized_at).not.toBeNull();
    },
  );
  test("a new policy applies to pending games only; a final game keeps its own, also when corrected", async () => {
    const [final, pending] = [await world.game(lakeside, hawks, 3), await world.game(lakeside, hawks, 4)];
    await rate(dana, "coach", given(final, 20));
    await rate(mona, "manager", given(pending, 20));
    await policy("average");
    const { finalized_at } = await game(final);
    laterBy(1);
    await rate(mona, "manager", given(final, 0));
    expect(await game(final)).toMatchObject({ final_score: 20, finalized_at });
    await rate(dana, "coach", given(final, 10));
    expect(await game(final)).toMatchObject({
      final_score: 10,
      agreement: "coach-override",
      final_policy: "coach-final",
    });
    await rate(dana, "coach", given(pending, 10));
    expect(await game(pending)).toMatchObject({
      final_score: 20,
      agreement: "averaged",
      final_policy: "average",
    });
  });
});

describe("the rating window", () => {
  test("a head coach's rating replaces an assistant's, which stays in the history", async () => {
    const id = await world.game(lakeside, hawks, 3);
    await rate(abel, "coach", given(id, 10));
    expect((await game(id)).final_score).toBe(10);
    await rate(dana, "coach", given(id, 20));
    expect(await rate(abel, "coach", given(id, 10))).toEqual({
      ok: false,
      problem: "head-coach-rated",
      by: "Dana",
    });
    expect((await versions(id)).map(({ given_as }) => given_as)).toEqual(["assistant", "head"]);
    expect((await game(id)).final_score).toBe(20);
  });
  test("a rater corrects for 48 hours, then only an administrator, with a reason", async () => {
    const id = await world.game(lakeside, hawks, 3);
    await rate(dana, "coach", given(id, 10));
    laterBy(47.9);
    expect(await rate(dana, "coach", given(id, 20))).toMatchObject({ ok: true, isNew: true });
    laterBy(48.1);
    expect(await rate(dana, "coach", given(id, 10))).toMatchObject({ ok: false, problem: "correction-over" });
    const correction = { ...given(id, 10), side: "coach" as const, correctionReason: "Mixed up two games" };
    expect(await correct(correction)).toMatchObject({ ok: true, isNew: true, score: 10 });
    expect((await versions(id)).at(-1)).toMatchObject({
      given_as: "admin",
      given_by_name: "Ada Admin",
      correction_reason: "Mixed up two games",
      superseded_at: null,
    });
    laterBy(0);
    expect(await rate(dana, "coach", given(id, 20))).toMatchObject({
      ok: false,
      problem: "corrected-by-admin",
    });
    expect((await game(id)).final_score).toBe(10);
  });
  test("an administrator cannot correct a rating that does not exist", async () => {
    const id = await world.game(lakeside, hawks, 3);
    const correction = { ...given(id, 10), side: "manager" as const, correctionReason: "x" };
    expect(await correct(correction)).toMatchObject({ ok: false, problem: "no-rating" });
  });
  test("a game can be rated from kick-off on", async () => {
    const id = await world.game(lakeside, hawks, -2);
    expect(await rate(dana, "coach", given(id, 20))).toMatchObject({ ok: false, problem: "upcoming" });
    laterBy(2.1);
    expect(await rate(dana, "coach", given(id, 20))).toMatchObject({ ok: true, isNew: true });
  });
});

describe("a 0", () => {
  const incidents = (gameId: string) =>
    db.selectFrom("incidents").selectAll().where("game_id", "=", gameId).execute();
  const mails = (incidentId: string) =>
    readMails(
      world.control
        .selectFrom("mails")
        .selectAll()
        .where("key", "like", `incident-alerts:%:${incidentId}:%`)
        .orderBy("to_address")
        .execute(),
    );

  test("a 0 opens one incident per game and alerts the club and its administrators once", async () => {
    const alva = await world.person("Alva Admin", lakeside, []);
    await world.control
      .updateTable("memberships")
      .set({ role: "club_admin" })
      .where("account_id", "=", alva)
      .execute();
    const id = await world.game(lakeside, hawks, 3);
    await rate(dana, "coach", given(id, 0, { reason: "Mr. Smith was sent off" }));
    await rate(mona, "manager", given(id, 0));
    await rate(dana, "coach", given(id, 10));
    await rate(dana, "coach", given(id, 0));
    const [incident, ...more] = await incidents(id);
    expect(more).toEqual([]);
    expect(incident).toMatchObject({ status: "open", what: "" });
    await deliverOpenEvents(world.platform, 0);
    const sent = await mails(incident?.id ?? "");
    expect(sent.map(({ to_address }) => to_address)).toEqual([
      `admin@${lakeside.code}.example`,
      "alva.admin@people.example",
    ]);
    expect(sent.map(({ html, text }) => html + text).join()).not.toContain("Smith");
  });
  test("a 0 opens the note without a mail where the team's alerts are off", async () => {
    const id = await world.game(lakeside, quiet, 3);
    await rate(dana, "coach", given(id, 0), quiet);
    const [incident] = await incidents(id);
    expect(incident?.status).toBe("open");
    expect(await mails(incident?.id ?? "")).toEqual([]);
  });
  test("a 0 in an administrator's correction opens the note too", async () => {
    const id = await world.game(lakeside, hawks, 3);
    await rate(dana, "coach", given(id, 20));
    expect(await incidents(id)).toEqual([]);
    const correction = { ...given(id, 0), side: "coach" as const, correctionReason: "The referee's report" };
    await correct(correction);
    expect(await incidents(id)).toHaveLength(1);
  });
});

test("a rating and an administrator's correction change the leaderboard", async () => {
  const bears = await world.team(lakeside, "Bears");
  const bea = await member("Bea", [{ team: bears, role: "coach" }]);
  const points = () =>
    world.control
      .selectFrom("standings")
      .select(["total_score", "rated_games"])
      .where("team_id", "=", bears)
      .executeTakeFirst();
  const id = await world.game(lakeside, bears, 3);
  await rate(bea, "coach", given(id, 20), bears);
  expect(await points()).toEqual({ total_score: 20, rated_games: 1 });
  await correct({ ...given(id, 10), side: "coach", correctionReason: "Wrong game" });
  expect(await points()).toEqual({ total_score: 10, rated_games: 1 });
});

test("a rating updates the last activity of the team and of the rater", async () => {
  const id = await world.game(lakeside, hawks, 3);
  laterBy(5);
  const at = now().toISOString();
  await rate(mona, "manager", given(id, 20));
  const team = await db.selectFrom("teams").selectAll().where("id", "=", hawks).executeTakeFirstOrThrow();
  const staff = await db.selectFrom("staff").selectAll().where("team_id", "=", hawks).execute();
  expect(team.last_activity_at >= at).toBe(true);
  expect(
    staff.filter(({ last_activity_at }) => (last_activity_at ?? "") >= at).map(({ name }) => name),
  ).toEqual(["Mona"]);
});

import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
const { renderMail } = await import("#app/mail/render-mail.server.ts");
const { deliverCertificate } = await import("#app/journeys/club-events/certificate.server.ts");
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

beforeEach(async () => {
  await inFile(async (db) => {
    for (const table of ["earned_rewards", "rewards", "reward_programs", "games"] as const)
      await db.deleteFrom(table).execute();
    const at = hoursAgo(2_000);
    await db
      .insertInto("reward_programs")
      .values({
        ...{ id: "p", name: "Fall Heroes", description: "", type: "team", season_id: null },
        ...{ starts_on: at.slice(0, 10), ends_on: null, is_active: 1, budget_cents: 500_00 },
        ...{ archived_at: null, created_at: at, updated_at: at },
      })
      .execute();
  });
  for (const table of ["mails", "notification_entries"] as const)
    await world.control.deleteFrom(table).execute();
});

let number = 0;
/**
 * Creates a reward for two games of 15 points on average, awarded for two of 20.
 * @returns its id and its latest game's
 */
async function earned(
  team = hawks,
  {
    status = "awarded",
    countsAfter = "any",
  }: { status?: "pending" | "awarded" | "taken-back"; countsAfter?: "any" | "talk" } = {},
) {
  const id = `earned-${++number}`;
  const perfect = (hours: number) =>
    world.game(lakeside, team, hours, {
      ...{ final_score: 20, agreement: "agreed", final_policy: "coach-final", finalized_at: hoursAgo(hours) },
    });
  await perfect(1_000 - 10 * number);
  const gameId = await perfect(995 - 10 * number);
  await inFile(async (db) => {
    const { date } = await db
      .selectFrom("games")
      .select("date")
      .where("id", "=", gameId)
      .executeTakeFirstOrThrow();
    const at = hoursAgo(180);
    const rule = { type: "perfect_game", scoreThreshold: 15, gameCount: 2, improvementPercent: 25 };
    await db
      .insertInto("rewards")
      .values({
        ...{ id: `r-${id}`, program_id: "p", title: "$15 gift card", description: "", type: "perfect_game" },
        ...{ score_threshold: 15, game_count: 2, improvement_percent: 25, consecutive_games: 3 },
        ...{ counts_after: countsAfter, value_cents: 15_00, status: "active", color: "gold" },
        ...{
          auto_trigger: 0,
          notification_enabled: 0,
          last_triggered_at: at,
          created_at: at,
          updated_at: at,
        },
      })
      .execute();
    await db
      .insertInto("earned_rewards")
      .values({
        ...{ id, reward_id: `r-${id}`, program_id: "p", team_id: team, game_id: gameId, game_date: date },
        ...{
          score: 20,
          criteria: "2 games with 15 points or more on average",
          recipient: "",
          value_cents: 15_00,
        },
        ...{ status, earned_at: at, awarded_at: status === "awarded" ? at : null, awarded_by_name: "" },
        ...{ taken_back_at: null, taken_back_why: "", notified: "everybody" },
        rule: JSON.stringify({ ...rule, consecutiveGames: 3, countsAfter }),
      })
      .execute();
  });
  return { id, gameId };
}

const send = (id: string, { cookie } = ada) => world.ask(`/rewards/earned/${id}/email`, { cookie, form: {} });
const textOf = async (answer: Response) => (await answer.text()).replaceAll(/<!-- -->|<wbr\/>/g, "");
const page = async (id: string) => textOf(await world.ask(`/rewards/earned/${id}`, { cookie: ada.cookie }));
/** Returns the page behind an answer, with the message that it shows once. */
async function behind(answer: Response) {
  expect(answer.status).toBe(303);
  const cookie = `${ada.cookie}; ${answer.headers.get("Set-Cookie")?.split(";")[0]}`;
  return textOf(await world.ask(answer.headers.get("Location") ?? "", { cookie }));
}
const mails = () => world.control.selectFrom("mails").selectAll().where("tag", "=", "certificate").execute();
const correct = (gameId: string, score: 0 | 10) =>
  inFile((db) =>
    db
      .updateTable("games")
      .set({ final_score: score, finalized_at: hoursAgo(1) })
      .where("id", "=", gameId)
      .execute(),
  );
const audited = () =>
  inFile((db) =>
    db.selectFrom("audit").select("subject").where("kind", "=", "rewards.certificate-mailed").execute(),
  );

// product/rewards.md#certificates
test("the team's manager and coaches get a link that they can open, and the audit log has it", async () => {
  const { id } = await earned();
  expect(await page(id)).toContain("Email It to the Team");
  const before = (await audited()).length;
  expect(await behind(await send(id))).toContain("Certificate emailed to 2 coaches and managers of Hawks.");
  const sent = await mails();
  const people = await world.control
    .selectFrom("accounts")
    .select("email")
    .where("id", "in", [mia.id, dana.id]);
  expect(sent.map(({ to_address }) => to_address).sort()).toEqual(
    (await people.execute()).map(({ email }) => email).sort(),
  );
  const { subject, html, text } = renderMail(sent[0] ?? (undefined as never));
  expect(subject).toBe("A certificate for Hawks: $15 gift card");
  expect(text).not.toContain("still earned");
  const path = /\/rewards\/earned\/[\w-]+\/certificate\.pdf/.exec(html)?.[0] ?? "";
  const opened = await world.ask(path, { cookie: dana.cookie });
  expect(opened.headers.get("Content-Type")).toBe("application/pdf");
  expect((await audited()).slice(before)).toEqual([{ subject: hawks }]);
});

test("two clicks are one email, within a day the page gives the time and person, and later it goes out again", async () => {
  const { id } = await earned();
  await Promise.all([send(id), send(id)]);
  expect(await mails()).toHaveLength(2);
  const { name } = await world.control
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", ada.id)
    .executeTakeFirstOrThrow();
  expect(await behind(await send(id))).toMatch(new RegExp(`Already emailed to Hawks: [^<]+, by ${name}`));
  expect(await mails()).toHaveLength(2);
  const shown = await page(id);
  expect(shown).toMatch(new RegExp(`Emailed</dt><dd>[^<]+, by ${name}`));
  expect(shown).not.toContain("Email It to the Team");
  const { lastMailed } = await import("#app/domain/club/rewards/certificates.server.ts");
  const tomorrow = new Date(Date.now() + 25 * HOUR_MS);
  expect(await inFile((db) => lastMailed(db, id, tomorrow))).toBeNull();
});

test("a certificate delivered twice, as after a crash, is one email", async () => {
  const { id } = await earned();
  const at = new Date().toISOString();
  for (const _ of [1, 2])
    await inFile((db) =>
      deliverCertificate(
        { control: world.control, db, club: { code: lakeside.code } },
        { kind: "certificate", earnedId: id, at },
      ),
    );
  expect(await mails()).toHaveLength(2);
});

test("a corrected result that still earns it is in the email; one that does not is not emailed", async () => {
  const { id, gameId } = await earned();
  await correct(gameId, 10);
  expect(await page(id)).toContain("Was 20 when awarded; corrected to 15");
  await send(id);
  const [mail] = await mails();
  expect(renderMail(mail ?? (undefined as never)).text).toMatch(
    /Was 20 when awarded; corrected to 15 on .*\. It is still earned\./,
  );
  const other = await earned();
  await correct(other.gameId, 0);
  expect(await page(other.id)).not.toContain("Email It to the Team");
  expect(await behind(await send(other.id))).toContain("Not emailed: Was 20 when awarded; corrected to 10");
  expect(await mails()).toHaveLength(2);
});

test("a reward corrected between the click and its delivery is not emailed", async () => {
  const { id, gameId } = await earned();
  await correct(gameId, 0);
  await inFile((db) =>
    deliverCertificate(
      { control: world.control, db, club: { code: lakeside.code } },
      { kind: "certificate", earnedId: id, at: new Date().toISOString() },
    ),
  );
  expect(await mails()).toEqual([]);
});

test("a reward that waits, was taken back or mentions a talk is not emailed", async () => {
  const waits = await earned(hawks, { status: "pending" });
  const gone = await earned(hawks, { status: "taken-back" });
  const talk = await earned(hawks, { countsAfter: "talk" });
  for (const { id } of [waits, talk]) {
    expect(await page(id)).not.toContain("Email It to the Team");
    expect(await behind(await send(id))).toContain(
      "Only a reward that was awarded to the team can be emailed",
    );
  }
  expect((await send(gone.id)).status).toBe(404);
  expect(await mails()).toEqual([]);
});

test("a team whose staff get no such emails is named, and nothing is recorded as sent", async () => {
  const before = (await audited()).length;
  const theirs = await earned(otters);
  expect(await behind(await send(theirs.id))).toContain(
    "No manager or coach of Otters gets emails about rewards",
  );
  const { id } = await earned();
  await world.control
    .insertInto("notification_preferences")
    .values({
      ...{ account_id: mia.id, club_code: lakeside.code, email_on: 0, frequency: "immediate" },
      ...{ quiet_hours: "none", switches: "{}", updated_at: hoursAgo(1) },
    })
    .execute();
  expect(await behind(await send(id))).toContain("Certificate emailed to 1 coach or manager of Hawks.");
  expect(await mails()).toHaveLength(1);
  expect(await audited()).toHaveLength(before + 1);
  await world.control.deleteFrom("notification_preferences").execute();
});

test("administrators of the club only, and not while it can only be read", async () => {
  const { id } = await earned();
  for (const who of [mia, dana]) expect((await send(id, who)).status).toBe(403);
  expect((await send(id, rita)).status).toBe(404);
  const ends = (term_ends_at: string) =>
    world.control.updateTable("clubs").set({ term_ends_at }).where("code", "=", lakeside.code).execute();
  const { term_ends_at } = await world.control
    .selectFrom("clubs")
    .select("term_ends_at")
    .where("code", "=", lakeside.code)
    .executeTakeFirstOrThrow();
  await ends(hoursAgo(5 * 24));
  expect(await page(id)).not.toContain("Email It to the Team");
  expect((await send(id)).status).toBe(402);
  expect(await mails()).toEqual([]);
  await ends(term_ends_at);
});

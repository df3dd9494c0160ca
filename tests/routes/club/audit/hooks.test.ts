import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { skipPauses } from "#tests/support/skip-pauses.ts";

const { world, lakeside, hawks, otters, ada, dana, mia } = await openLakeside();
afterAll(() => world.close());
skipPauses();
const { checkAudit } = await import("#app/domain/values/audit/chain.ts");

const { control } = world;
const { db, release } = await world.platform.clubs.lease(lakeside.code);
afterAll(release);

const inControl = () => control.selectFrom("audit").selectAll().orderBy("seq").execute();
const inClub = () => db.selectFrom("audit").selectAll().orderBy("seq").execute();
const entryOf = ({
  kind,
  actor_id,
  subject,
  detail,
}: {
  kind: string;
  actor_id: string | null;
  subject: string | null;
  detail: string;
}) => ({ kind, actor_id, subject, detail });
/** Lists the rows that `work` adds to the control database's log and to the club's. */
async function added(work: () => Promise<unknown>) {
  const before = [(await inControl()).length, (await inClub()).length] as const;
  await work();
  // Waits for records written after the answer.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { control: (await inControl()).slice(before[0]), club: (await inClub()).slice(before[1]) };
}
const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind);
const signIn = (password: string, identifier = lakeside.code) =>
  world.ask("/club/login", { form: { identifier, password } });
describe("signing in", () => {
  test("a sign-in is recorded for the club, and so is a refusal, while an unknown name leaves nothing", async () => {
    const right = await added(() => signIn("Sideline-2026"));
    expect(right.control.map((row) => [row.kind, row.actor_id, row.club_code])).toEqual([
      ["sign-in.done", ada.id, lakeside.code],
    ]);
    const wrong = await added(() => signIn("wrong"));
    expect(wrong.control.map((row) => [row.kind, row.actor_id, row.club_code])).toEqual([
      ["sign-in.refused", ada.id, lakeside.code],
    ]);
    expect((await added(() => signIn("wrong", "nobody"))).control).toEqual([]);
    expect((await added(() => signIn("wrong", "nobody@people.example"))).control).toEqual([]);
  });

  test("a sign-in refused repeatedly does not fill the log further", async () => {
    const { control: rows } = await added(async () => {
      for (let tries = 0; tries < 13; tries += 1) await signIn("wrong", "dana.reyes@people.example");
    });
    expect(kinds(rows).filter((kind) => kind === "sign-in.refused")).toHaveLength(10);
    expect(kinds(rows).filter((kind) => kind === "sign-in.locked")).toHaveLength(1);
  }, 60_000);
});

describe("a refused page", () => {
  test("a refused page is recorded once for a session and page in an hour, without ids", async () => {
    const path = `/teams/${otters}/edit`;
    const { control: rows } = await added(async () => {
      expect((await world.ask(path, { cookie: dana.cookie })).status).toBe(403);
      expect((await world.ask(path, { cookie: dana.cookie })).status).toBe(403);
    });
    expect(rows.map(entryOf)).toEqual([
      {
        kind: "access.refused",
        actor_id: dana.id,
        subject: null,
        detail: '{"page":"/teams/:id/edit","reason":"role"}',
      },
    ]);
  });
});

describe("the club's own log", () => {
  test("the club's log has invitations and removals, with the person who made them", async () => {
    const form = {
      teamId: otters,
      role: "coach",
      coachRole: "head",
      email: "new@people.example",
      name: "Nell",
    };
    const invited = await added(() => world.ask(`/teams/${otters}/invite`, { cookie: ada.cookie, form }));
    const staff = await db
      .selectFrom("staff")
      .select("id")
      .where("email", "=", form.email)
      .executeTakeFirst();
    expect(invited.club.map(entryOf)).toEqual([
      { kind: "people.invited", actor_id: ada.id, subject: staff?.id, detail: '{"role":"head"}' },
    ]);
    const removed = await added(() =>
      world.ask(`/teams/${otters}/staff/${staff?.id}/remove`, { cookie: ada.cookie, form: {} }),
    );
    expect(kinds(removed.club)).toEqual(["people.invitation-withdrawn"]);
  });

  test("the club's log has a team's deletion and restoration", async () => {
    const gone = await added(() => world.ask(`/teams/${otters}/delete`, { cookie: ada.cookie, form: {} }));
    expect(gone.club.map(entryOf)).toEqual([
      { kind: "records.team-deleted", actor_id: ada.id, subject: otters, detail: "{}" },
    ]);
    const back = await added(() => world.ask(`/teams/${otters}/restore`, { cookie: ada.cookie, form: {} }));
    expect(kinds(back.club)).toEqual(["records.team-restored"]);
  });

  test("the club's log names the changed settings, never their values", async () => {
    const page = await (await world.ask("/club/settings?tab=look", { cookie: ada.cookie })).text();
    const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const color = { color: "#1f4e8c", version };
    const { club } = await added(async () => {
      await world.ask("/club/settings?tab=look", { cookie: ada.cookie, form: color });
      await world.ask("/email-collection", { cookie: ada.cookie, form: { registration: "closed" } });
    });
    expect(club.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["settings.changed", '{"fields":"color"}'],
      ["settings.changed", '{"fields":"registration","to":"closed"}'],
    ]);
  });

  test("the club's log has every export", async () => {
    const { club, control: platform } = await added(async () => {
      await world.ask("/incidents/export", { cookie: ada.cookie, form: {} });
      await world.ask("/agreements/report.csv", { cookie: mia.cookie });
      await world.ask("/agreements/export.json", { cookie: ada.cookie });
    });
    expect(club.map(({ kind, actor_id }) => [kind, actor_id])).toEqual([["export.incidents", ada.id]]);
    expect(platform.map(({ kind, actor_id, club_code }) => [kind, actor_id, club_code])).toEqual([
      ["export.agreements", mia.id, lakeside.code],
      ["export.evidence", ada.id, lakeside.code],
    ]);
  });
});

test("no log has a name, an address or anything typed in it, and both are whole", async () => {
  const rows = [...(await inControl()), ...(await inClub())];
  expect(rows.length).toBeGreaterThan(20);
  for (const word of ["Dana", "Reyes", "Nell", "example", "203.0.113", "wrong@", "Hawks"])
    expect(JSON.stringify(rows).replaceAll('"reason":"wrong"', "")).not.toContain(word);
  expect(checkAudit(await inControl(), null)).toBeNull();
  expect(checkAudit(await inClub(), null)).toBeNull();
  expect(hawks).not.toBe(otters);
});

import { channel } from "node:diagnostics_channel";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, riverside, hawks, ada, dana, mia, rita } = await openLakeside();
afterAll(() => world.close());
const { recordAudit } = await import("#app/domain/club/audit/audit.server.ts");
const control = await import("#app/domain/control/audit/audit.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const account = (id: string) => ({ kind: "account", id }) as const;
const day = (date: number, hour = 15) => new Date(Date.UTC(2026, 8, date, hour));

beforeAll(async () => {
  await world.platform.clubs.use(lakeside.code, (db) =>
    inTransaction(db, async (tx) => {
      await recordAudit(tx, {
        kind: "records.team-archived",
        actor: account(ada.id),
        subject: hawks,
        at: day(1),
      });
      await recordAudit(tx, {
        kind: "settings.changed",
        actor: account(ada.id),
        detail: { fields: "onLeaderboard" },
        at: day(3),
      });
      for (let n = 0; n < 70; n += 1)
        await recordAudit(tx, {
          kind: "export.agreements",
          actor: account(mia.id),
          detail: { count: n },
          at: day(4),
        });
    }),
  );
  await inTransaction(world.control, async (tx) => {
    const clubCode = lakeside.code;
    for (let n = 0; n < 20; n += 1)
      await control.recordAudit(tx, { kind: "sign-in.done", actor: account(dana.id), clubCode, at: day(4) });
    await control.recordAudit(tx, { kind: "sign-in.refused", actor: account("gone"), clubCode, at: day(2) });
    await control.recordAudit(tx, {
      kind: "sign-in.done",
      actor: account(rita.id),
      clubCode: riverside.code,
      at: day(2),
    });
  });
});

async function linesOf(query: string, cookie = ada.cookie): Promise<{ lines: string[]; html: string }> {
  const answer = await world.ask(`/club/settings?tab=activity${query}`, { cookie });
  const html = await answer.text();
  const rows = html.split("<tbody>")[1]?.split("</tbody>")[0]?.split("</tr>").slice(0, -1) ?? [];
  const text = (row: string) => row.replace(/<\/td>/g, " | ").replace(/<[^>]*>/g, "");
  return { lines: rows.map(text), html };
}

describe("the club's activity", () => {
  test("the club's activity is for administrators only", async () => {
    for (const { cookie } of [mia, dana])
      expect((await world.ask("/club/settings?tab=activity", { cookie })).status).toBe(403);
  });

  test("the club's activity merges sign-ins and changes by time, page by page, each line once", async () => {
    const seen: string[] = [];
    let query = "";
    for (let page = 0; page < 3; page += 1) {
      const { lines, html } = await linesOf(query);
      seen.push(...lines);
      const older = /href="[^"]*?(before=[^"&]*)"/.exec(html)?.[1];
      if (!older) break;
      query = `&${older}`;
    }
    // The test's own changes, without the refusals of the first one.
    const made = seen.filter((line) => / \| \w+, Sep [1-4], 2026,/.test(line));
    expect(made).toHaveLength(93);
    expect(made.filter((line) => line.includes("Exported agreements"))).toHaveLength(70);
    expect(new Set(made.filter((line) => line.includes("Exported"))).size).toBe(70);
    const days = made.map((line) => Number(/Sep (\d)/.exec(line)?.[1]));
    expect(days).toEqual([...days].sort((a, b) => b - a));
  });

  test("the club's activity shows who, in what role, did what, at the club's time", async () => {
    const { lines } = await linesOf("&from=2026-09-01&to=2026-09-03");
    expect(lines).toEqual([
      "Changed settings: on leaderboard | Thu, Sep 3, 2026, 10:00 AM CT | Ada Admin | Administrator | ",
      "Sign-in refused: wrong password or code | Wed, Sep 2, 2026, 10:00 AM CT | deleted account |  | ",
      "Archived a team: Hawks | Tue, Sep 1, 2026, 10:00 AM CT | Ada Admin | Administrator | ",
    ]);
  });

  test("the club's activity is filtered by group and by person, and older lines keep the filter", async () => {
    const exports = await linesOf(`&topic=export&person=${mia.id}`);
    expect(exports.lines).toHaveLength(50);
    expect(exports.lines.every((line) => line.includes("Mia Manager"))).toBe(true);
    const older = /href="([^"]*before=[^"]*)"/.exec(exports.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(older).toContain("topic=export");
    expect((await linesOf(`&topic=settings`)).lines).toHaveLength(1);
    expect((await linesOf(`&topic=nonsense&from=tomorrow&before=1`)).lines).toHaveLength(50);
  });

  test("the club's activity shows nothing of another club", async () => {
    const { lines } = await linesOf("", rita.cookie);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes("Signed in"))).toBe(true);
    const other = await linesOf(`&person=${ada.id}`, rita.cookie);
    expect(other.lines).toEqual([]);
    expect(other.html).not.toContain("Hawks");
  });

  test("the club's activity comes as CSV with the same filters, which is a line itself, and formulas are neutralized", async () => {
    await world.control.updateTable("accounts").set({ name: "=1+1" }).where("id", "=", mia.id).execute();
    const answer = await world.ask("/club/settings/activity/export", {
      cookie: ada.cookie,
      form: { topic: "export" },
    });
    expect(answer.headers.get("Content-Disposition")).toContain('filename="activity-lakeside-');
    const rows = parse(await answer.text(), { bom: true }) as string[][];
    expect(rows[0]).toEqual(["Date", "Time (Central Time)", "Who", "Role", "Group", "What"]);
    expect(rows).toHaveLength(71);
    expect(rows[1]?.slice(0, 5)).toEqual([
      "2026-09-04",
      "10:00",
      "'=1+1",
      "Coach or team manager",
      "Exports",
    ]);
    const { lines } = await linesOf("&topic=export");
    expect(lines[0]).toContain("Exported this list (70)");
  });

  test("the club's activity takes five queries at most, however long the logs are", async () => {
    const statements: { file: string; sql: string }[] = [];
    const listener = (message: unknown) => void statements.push(message as { file: string; sql: string });
    channel("goodside.statement").subscribe(listener);
    await linesOf("");
    channel("goodside.statement").unsubscribe(listener);
    const own = statements.filter(({ sql }) => /from "audit"|union all|"m"."club_code" = \?/.test(sql));
    expect(own.filter(({ sql }) => sql.includes('from "audit"'))).toHaveLength(2);
    expect(own.length).toBeLessThanOrEqual(5);
  });
});

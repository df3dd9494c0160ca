import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { ratingRow } from "#tests/support/rows.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, ada, mia, dana, rita } = cast;
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { closePrintPool } = await import("#app/print/print.server.ts");
const { erasePrints, findPrint, PRINTS_A_DAY } = await import(
  "#app/domain/club/reports/report-prints.server.ts"
);
const { printReport } = await import("#app/journeys/reports/print-report.server.ts");
const { forgetPerson } = await import("#app/domain/club/own-data/forget-person.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
afterAll(async () => {
  await closePrintPool();
  await world.close();
});

const final = (final_score: 0 | 10 | 20) => ({
  final_score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});
beforeAll(async () => {
  for (const [index, score] of ([20, 20, 10, 20, 20, 0, 20] as const).entries())
    await world.game(lakeside, hawks, 24 * (10 + index), final(score));
  await world.game(lakeside, otters, 24 * 9, final(10));
  const sealed = await world.game(lakeside, hawks, 5, final(0));
  await inClub((db) =>
    db
      .insertInto("ratings")
      .values(ratingRow(sealed, { score: 0, given_by: dana.id }))
      .execute(),
  );
});

const inClub = <T>(work: Parameters<typeof world.platform.clubs.use<T>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const YEAR = { range: "year" };
const press = async (cookie: string, form: Record<string, string> = YEAR) => {
  const answer = await world.ask("/reports/pdf", { cookie, form });
  return { status: answer.status, page: answer.headers.get("Location") ?? "" };
};
const idOf = (page: string) => page.split("/").at(-1) ?? "";
const pageAt = async (path: string, cookie: string) => {
  const answer = await world.ask(path, { cookie });
  return { status: answer.status, html: await answer.text() };
};
const download = async (page: string, cookie: string) => {
  const answer = await world.ask(`${page}/report.pdf`, { cookie });
  return { answer, pdf: Buffer.from(await answer.arrayBuffer()).toString("latin1") };
};
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const asked = (page: string) => inClub((db) => findPrint(db, idOf(page)));

// product/reports.md#reports-as-pdf
describe("a report as PDF", () => {
  test("a PDF report is made by a job, and downloaded once it is there", async () => {
    const { status, page } = await press(ada.cookie);
    expect([status, page]).toEqual([303, expect.stringMatching(/^\/reports\/pdf\/[\w-]+$/)]);
    expect((await pageAt(page, ada.cookie)).html).toContain("is being made");
    expect((await download(page, ada.cookie)).answer.headers.get("Location")).toBe(page);
    await runDueJobs(world.platform);
    expect((await pageAt(page, ada.cookie)).html).toContain("Your PDF is ready");
    const { answer, pdf } = await download(page, ada.cookie);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    expect(answer.headers.get("Content-Disposition")).toMatch(/goodside-report-\d{8}-\d{6}\.pdf/);
    expect(pdf).toMatch(/^%PDF-1\.7/);
    expect(pdf).toContain("/StructTreeRoot");
    const kinds = await world.control.selectFrom("audit").select("kind").execute();
    expect(kinds.map(({ kind }) => kind)).toContain("export.report");
  });

  test("a PDF report pressed twice is one, even while it is made and by a job that runs twice", async () => {
    const first = await press(ada.cookie, { range: "quarter" });
    expect(await press(ada.cookie, { range: "quarter" })).toEqual(first);
    const jobs = await world.control
      .selectFrom("jobs")
      .select("id")
      .where("kind", "=", "report.print")
      .where("status", "=", "queued")
      .execute();
    expect(jobs).toHaveLength(1);
    const job = { clubCode: lakeside.code, printId: idOf(first.page) };
    await printReport(world.platform, job);
    const made = await download(first.page, ada.cookie);
    await printReport(world.platform, job);
    await runDueJobs(world.platform);
    expect((await download(first.page, ada.cookie)).pdf).toBe(made.pdf);
    // Restored from a copy without the request.
    await printReport(world.platform, { ...job, printId: "unknown" });
  });

  test("a PDF report holds what its reader was allowed to see at the request, and no sealed result", async () => {
    const { page } = await press(mia.cookie);
    await runDueJobs(world.platform);
    expect((await asked(page))?.asked).toMatchObject({ scope: [hawks], admin: false, compares: true });
    const { pdf } = await download(page, mia.cookie);
    // Alternative texts of its charts: the sealed 0 is in no month.
    const admins = await press(ada.cookie, { range: "year", team: hawks });
    await runDueJobs(world.platform);
    const majorsIn = (text: string) => sumOf([...text.matchAll(/(\d+) major\./g)].map(([, n]) => Number(n)));
    expect(majorsIn(pdf)).toBe(1);
    expect(majorsIn((await download(admins.page, ada.cookie)).pdf)).toBe(2);
    const coach = await press(dana.cookie);
    expect((await asked(coach.page))?.asked).toMatchObject({ scope: [hawks], admin: false, compares: false });
  });

  test("a PDF report opens only for users who may see all of it, while they may", async () => {
    const { page } = await press(mia.cookie);
    await runDueJobs(world.platform);
    expect((await pageAt(page, ada.cookie)).status).toBe(200);
    // It holds the parts that compare teams, which coaches do not see; and another club has no such PDF.
    expect((await pageAt(page, dana.cookie)).status).toBe(403);
    expect((await download(page, dana.cookie)).answer.status).toBe(403);
    expect((await download(page, rita.cookie)).answer.status).toBe(404);
    const change = (more: object) =>
      inClub(async (db) => {
        const found = await findPrint(db, idOf(page));
        await db
          .updateTable("report_prints")
          .set({ asked: JSON.stringify({ ...found?.asked, ...more }) })
          .where("id", "=", idOf(page))
          .execute();
      });
    expect((await download(page, mia.cookie)).answer.status).toBe(200);
    for (const more of [{ scope: [hawks, otters] }, { scope: "all" }, { scope: [hawks], admin: true }]) {
      await change(more);
      expect((await pageAt(page, mia.cookie)).status).toBe(403);
      expect((await download(page, mia.cookie)).answer.status).toBe(403);
    }
  });

  test("a PDF report follows the roles of the report: no trends for coaches, incidents for administrators only", async () => {
    expect((await press(dana.cookie, { type: "trends" })).status).toBe(403);
    expect((await press(mia.cookie, { type: "incidents" })).status).toBe(403);
    expect((await press(ada.cookie, { type: "incidents", range: "year" })).status).toBe(303);
  });

  test("a PDF report that cannot be made says so, and is not retried", async () => {
    const { page } = await press(mia.cookie, { range: "all" });
    const id = page.split("/").at(-1) ?? "";
    const ask = (to: string) =>
      inClub((db) =>
        db
          .updateTable("report_prints")
          .set(({ fn, val }) => ({
            asked: fn<string>("replace", ["asked", val('"to":"'), val(`"to":"${to}`)]),
            status: "waiting",
          }))
          .where("id", "=", id)
          .execute(),
      );
    await ask("9999-99-99");
    await printReport(world.platform, { clubCode: lakeside.code, printId: id });
    expect(await inClub((db) => findPrint(db, id))).toMatchObject({ status: "ready", hasPdf: false });
    expect(await (await world.ask(page, { cookie: mia.cookie })).text()).toContain("could not be made");
    const refused = await world.ask(`${page}/report.pdf`, { cookie: mia.cookie });
    expect(refused.headers.get("Location")).toBe(page);
  });

  test("a PDF report is limited by day, erased after a day, and with its account", async () => {
    const left = () => inClub((db) => db.selectFrom("report_prints").select(["id", "account_id"]).execute());
    const of = async (id: string) => (await left()).filter(({ account_id }) => account_id === id).length;
    let last = "";
    for (let day = 1; day <= PRINTS_A_DAY + 1; day += 1)
      last = (
        await press(ada.cookie, {
          range: "own",
          from: `2026-01-${10 + (day % 20)}`,
          to: `2026-03-${9 + day}`,
        })
      ).page;
    expect(last).toMatch(/^\/reports\?/);
    expect(await of(ada.id)).toBe(PRINTS_A_DAY);
    expect(await of(dana.id)).toBeGreaterThan(0);
    const person = { accountId: dana.id, name: "Dana Reyes", email: "dana.reyes@people.example" };
    await inClub((db) =>
      inTransaction(db, (tx) => forgetPerson(tx, { ...person, deletedAt: new Date().toISOString() })),
    );
    expect(await of(dana.id)).toBe(0);
    const later = new Date(Date.now() + 25 * 3_600_000);
    expect(await inClub((db) => inTransaction(db, (tx) => erasePrints(tx, later)))).toBeNull();
    expect(await left()).toEqual([]);
  });
});

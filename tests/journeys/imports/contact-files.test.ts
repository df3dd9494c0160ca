import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ContactSource,
  contactCells,
  contactFile,
  contactSources,
} from "#tests/support/contact-files.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { workbookOf } from "#tests/support/workbook.ts";

const { world, lakeside } = await openLakeside();
const { contactImports } = await import("#app/journeys/imports/imports.server.ts");
const lease = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  lease.release();
  await world.close();
});
const ctx = {
  control: world.control,
  platform: world.platform,
  db: lease.db,
  club: { code: lakeside.code, name: lakeside.name, state: "TX", timezone: "America/Chicago" },
  user: { name: "Ada Admin", accountId: "ada" },
};

const TABLES = ["contacts", "children", "agreements", "agreement_events", "contact_undo", "teams"] as const;
/** Loads everything that an import of contacts may touch. */
async function database() {
  const rows = TABLES.map((table) => ctx.db.selectFrom(table).selectAll().execute());
  return (await Promise.all(rows)).map((table) => table.map((row) => JSON.stringify(row)).sort());
}

async function preview(bytes: string | Uint8Array) {
  const file = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const made = await contactImports.preview(ctx, { name: "parents.csv", bytes: file, teamId: null });
  if (!made.ok) throw new Error(made.problem);
  const opened = await contactImports.open(ctx, made.importId);
  if (opened?.state !== "preview") throw new Error("no preview");
  return { id: made.importId, summary: opened.summary };
}

async function imported(bytes: string | Uint8Array) {
  const { id, summary } = await preview(bytes);
  const result = await contactImports.finish(ctx, id);
  if (!result.ok) throw new Error(result.problem);
  const { added, changed, unchanged, skipped } = result.finished;
  return { id, summary, counts: { added, changed, unchanged, skipped } };
}

beforeEach(async () => {
  await ctx.db.deleteFrom("contacts").execute();
  await ctx.db.deleteFrom("contact_undo").execute();
});

const fixture = (source: ContactSource) =>
  readFileSync(
    new URL(
      `../../fixtures/contacts/${source}.${source === "sportsengine-members" ? "tsv" : "csv"}`,
      import.meta.url,
    ),
    "utf8",
  );

describe("the export of", () => {
  test.each(Object.keys(contactSources) as ContactSource[])(
    "the export of %s is imported as it is, changes nothing the second time, and is undone",
    async (source) => {
      expect(fixture(source)).toBe(contactFile(source, 40));
      const before = await database();
      const { id, summary, counts } = await imported(fixture(source));
      expect({ source, groups: summary.issueGroups, next: summary.next }).toEqual({
        source,
        groups: expect.not.arrayContaining([expect.objectContaining({ level: "error" })]),
        next: "preview",
      });
      const { both, children, named } = contactSources[source];
      // Every fifth row is a brother or sister.
      expect(counts).toMatchObject({ added: both ? 64 : 32, changed: 0, skipped: 0 });
      const stored = await ctx.db.selectFrom("contacts").selectAll().execute();
      expect(stored.filter(({ email }) => email.includes("kids"))).toEqual([]);
      // First and last name, without a comma.
      const wanted = named ? /^[A-Z]\S+( \S\.)? [A-Z][^\s,]+$/ : /^$/;
      expect(stored.map(({ name }) => name).filter((name) => !wanted.test(name))).toEqual([]);
      const kids = await ctx.db.selectFrom("children").selectAll().execute();
      expect(kids).toHaveLength(children ? (both ? 80 : 40) : 0);
      if (children && source !== "help-page")
        expect(new Set(kids.map(({ age_group }) => age_group))).toEqual(new Set(["U-12", "U-10"]));
      const after = await database();
      expect((await imported(fixture(source))).counts).toMatchObject({ added: 0, changed: 0 });
      expect(await database()).toEqual(after);
      expect(await contactImports.undo(ctx, id)).toEqual({ ok: true });
      expect(await database()).toEqual(before);
    },
  );

  test.each([
    [
      "UTF-16, as Excel saves Unicode text",
      Buffer.from(`\uFEFF${contactFile("sportsengine-members", 40)}`, "utf16le"),
    ],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${contactFile("sportsengine-members", 40)}`)],
    ["Windows-1252", Buffer.from(contactFile("sportsengine-members", 40), "latin1")],
  ])("SportsEngine's members in %s is the same", async (_, bytes) => {
    expect((await imported(bytes)).counts).toMatchObject({ added: 64, skipped: 0 });
    const names = await ctx.db.selectFrom("contacts").select("name").execute();
    expect(names.some(({ name }) => name.endsWith("Díaz"))).toBe(true);
  });

  test("Sports Connect as a workbook is the same", async () => {
    const cells = contactCells("sports-connect", 40);
    const { counts } = await imported(workbookOf({ name: "Enrollment", rows: cells }));
    expect(counts).toMatchObject({ added: 64, skipped: 0 });
    expect((await imported(contactFile("sports-connect", 40))).counts).toMatchObject({
      added: 0,
      changed: 0,
    });
  });
});

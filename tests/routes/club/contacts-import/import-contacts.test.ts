import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { soon } from "#tests/support/soon.ts";

const { world, lakeside, dana } = await openLakeside();
afterAll(() => world.close());
const { startPreview } = await import("#app/journeys/imports/start-import.server.ts");
const { keepText, keptUpload } = await import("#app/forms/read-upload.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");
const ada = await world.signIn(lakeside.adminAccount, lakeside.code);

async function upload(text: string, name: string, cookie = ada): Promise<Response> {
  const body = new FormData();
  body.set("file", new Blob([text]), name);
  return world.ask("/advanced-import", { cookie, body });
}
const page = async (path: string, cookie = ada) => (await world.ask(path, { cookie })).text();
const addressOf = async (text: string, name: string) =>
  (await upload(text, name)).headers.get("Location") ?? "";

// product/imports.md#contacts-import
describe("a cell with several people", () => {
  const LIST = 'Kids,Parents,Email\n"Ava, Ben & Cleo",Anna & David Müller,a@home.example / d@home.example\n';

  test("a cell with several people is named in the preview, and one press keeps it as one name", async () => {
    const address = await addressOf(LIST, "list.csv");
    const split = await page(address);
    expect(split).toContain("1 row with several people in one cell");
    expect(split).toContain("Anna Müller, a@home.example; David Müller, d@home.example");
    const press = (cells: string) => world.ask(`${address}/names`, { cookie: ada, form: { cells } });
    expect((await press("one")).headers.get("Location")).toBe(address);
    const whole = await page(address);
    expect(whole).toContain("Each cell of names is one person");
    expect(whole).toContain("Anna &amp; David Müller, a@home.example; d@home.example");
    await press("several");
    expect(await page(address)).toContain("Keep Each Cell as One Name");
    expect((await press("x")).status).toBe(404);
    expect((await world.ask(`${address}/names`, { cookie: ada })).headers.get("Location")).toBe(address);
    const coach = await world.signIn(dana.id, lakeside.code);
    const refused = await world.ask(`${address}/names`, { cookie: coach, form: { cells: "one" } });
    expect(refused.status).toBe(403);
  });
});

test("a file of contact cards is previewed as people", async () => {
  const card = "BEGIN:VCARD\nVERSION:3.0\nFN:Pat Parker\nEMAIL:pat@parents.example\nEND:VCARD\n";
  const shown = await page(await addressOf(card, "contacts.vcf"));
  expect(shown).toContain("Pat Parker, pat@parents.example");
  expect(shown).toContain("contact cards (.vcf), one row for each person");
});

describe("a large file", () => {
  const ctx = {
    control: world.control,
    platform: world.platform,
    club: { code: lakeside.code, name: lakeside.name, state: "TX", timezone: "America/Chicago" },
    user: { name: "Ada Admin", accountId: "ada" },
  };
  const rows = (header: string) =>
    `${header}\n${Array.from({ length: 3_000 }, (_, n) => `Kid ${n},Pat ${n},pat${n}@parents.example`).join("\n")}\n`;
  /** Answers at once, as after 3 seconds. */
  async function start(text: string) {
    const id = newId();
    await keepText(text, id);
    const file = { name: "big.csv", path: keptUpload(id), size: text.length, teamId: null };
    const problemLabel = ({ problem }: { problem: string }) => `It is wrong: ${problem}`;
    const started = await world.platform.clubs.use(lakeside.code, (db) =>
      startPreview({ ...ctx, db } as never, file, { subject: "contacts", id, problemLabel, answerWithin: 0 }),
    );
    if (!("reading" in started)) throw new Error("It was read at once");
    return { id, address: `/advanced-import/${id}`, reading: started.reading };
  }

  test("a large file is read after the answer: its page says so, and then shows the preview", async () => {
    const { id, address, reading } = await start(rows("Child,Parent,Email"));
    const first = await page(address);
    expect(first).toContain("Reading the file");
    expect(first).toContain("Step 1 of 3");
    expect(first).not.toMatch(/http-equiv="refresh"/i);
    const other = await world.club("Riverside SC");
    const stranger = await world.signIn(other.adminAccount, other.code);
    expect((await world.ask(address, { cookie: stranger })).status).toBe(404);
    await reading;
    await soon(async () => expect(await page(address)).toContain("Import 3,000 Contacts"));
    expect(readdirSync(join(world.dataDir, "incoming"))).toContain(id);
    expect(await world.control.selectFrom("import_progress").selectAll().execute()).toEqual([]);
  });

  test("a large file that cannot be read is gone, with the reason on its page", async () => {
    const { id, address, reading } = await start(rows("Child,Team,Coach").replaceAll("@", " at "));
    await reading;
    const shown = await page(address);
    expect(shown).toContain("The file could not be read");
    expect(shown).toContain("It is wrong: no-columns");
    expect(readdirSync(join(world.dataDir, "incoming"))).not.toContain(id);
  });

  test("a large file whose process died is stopped after a minute", async () => {
    const running = {
      ...{ import_id: "gone", club_code: lakeside.code, by_name: "Ada Admin", stage: "file" as const },
      ...{ done: 0, total: 0, started_at: new Date().toISOString(), problem: null },
    };
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    await world.control
      .insertInto("import_progress")
      .values({ ...running, renewed_at: ago(50) })
      .execute();
    expect(await page("/advanced-import/gone")).toContain("Reading the file");
    await world.control
      .updateTable("import_progress")
      .set({ renewed_at: ago(61) })
      .execute();
    expect(await page("/advanced-import/gone")).toContain("your contacts are as before");
  });
});

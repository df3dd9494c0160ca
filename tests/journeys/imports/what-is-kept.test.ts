import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { workbookOf } from "#tests/support/workbook.ts";

const { world, lakeside, ada } = await openLakeside();
const { tidyUp } = await import("#app/jobs/housekeeping.server.ts");
const { erasePreviews } = await import("#app/journeys/club-week/steps.server.ts");
afterAll(() => world.close());

const DAY = 86_400_000;
/** Export of registrations with private data: a birth date, a doctor's note and an address. */
const FILE = [
  "Player First Name,Player Last Name,Player Birth Date,Medical Notes,Address,Parent Email,Parent Name",
  ...Array.from(
    { length: 50 },
    (_, n) =>
      `Max,Parker ${n},05/13/2015,Asthma attack,77 Secret Street,pat${n}@parents.example,Pat Parker ${n}`,
  ),
].join("\n");
const PRIVATE = ["05/13/2015", "2015-05-13", "Asthma", "Secret Street"];

/** Returns files of the whole data folder, also the databases' logs, that hold any of the texts. */
function filesWith(texts: readonly string[]): string[] {
  return readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)))
    .map((path) => path.slice(world.dataDir.length + 1));
}

async function upload(bytes: string | Buffer, name = "parents.csv"): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)]), name);
  const answer = await world.ask("/advanced-import", { cookie: ada.cookie, body });
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") ?? "";
}
const page = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();
const post = (path: string, form: Record<string, string> = {}) =>
  world.ask(path, { cookie: ada.cookie, form });
const idOf = (path: string) => path.split("/").at(-1) ?? "";

// product/imports.md#imports
test("only the upload holds what is not needed, and it is gone after the import and its undo", async () => {
  const path = await upload(FILE);
  expect(filesWith(PRIVATE)).toEqual([join("incoming", idOf(path))]);
  await post(`${path}/contacts`);
  expect(await page("/agreements")).toContain("Pat Parker");
  expect(filesWith(PRIVATE)).toEqual([]);
  await post(`${path}/undo`);
  expect(await page("/agreements")).not.toContain("Pat Parker");
  expect(filesWith(PRIVATE)).toEqual([]);
});

test("a birth date that is taken for an age group by hand is kept as an age group", async () => {
  const path = await upload(FILE);
  const columns = { email1: "5", name1: "6", childFirst1: "0", childLast1: "1", age1: "2" };
  expect((await post(`${path}/columns`, columns)).status).toBe(303);
  expect(await page(path)).toContain("U-12");
  expect(filesWith(PRIVATE)).toEqual([join("incoming", idOf(path))]);
  await post(`${path}/contacts`);
});

test("an abandoned upload goes within a day, and its preview after 30 days, without another import", async () => {
  const path = await upload("parent_email,parent_name\nabby@parents.example,Abby Abandoned\n");
  const kept = join(world.dataDir, "incoming", idOf(path));
  await tidyUp(world.control);
  expect(existsSync(kept)).toBe(true);
  const yesterday = (Date.now() - 1.01 * DAY) / 1000;
  utimesSync(kept, yesterday, yesterday);
  await tidyUp(world.control);
  expect(existsSync(kept)).toBe(false);
  expect(await page(path)).toContain("Abby Abandoned");
  const look = (days: number) =>
    world.platform.clubs.use(lakeside.code, (db) =>
      erasePreviews({ db, at: new Date(Date.now() + days * DAY) } as Parameters<typeof erasePreviews>[0]),
    );
  expect((await look(29))?.getTime()).toBeGreaterThan(Date.now() + 29 * DAY);
  expect(await page(path)).toContain("Abby Abandoned");
  expect(await look(30)).toBeNull();
  expect((await world.ask(path, { cookie: ada.cookie })).status).toBe(404);
});

test("headers that nobody knows: the column of addresses is found, two are asked about", async () => {
  const path = await upload("Marca,Correo,Nombre\n1,ana@parents.example,Ana\n2,beto@parents.example,Beto\n");
  expect(await page(path)).toContain("ana@parents.example");
  const two = await upload("Correo,Otro correo,Nombre\nana@parents.example,beto@parents.example,Ana\n");
  const asked = await world.ask(two, { cookie: ada.cookie });
  expect(asked.headers.get("Location")).toBe(`${two}/columns`);
  expect(await page(`${two}/columns`)).toMatch(/Correo.*Otro correo/s);
});

test.each([
  ["a note of several lines where the header's part ends", (text: string) => Buffer.from(text)],
  ["UTF-16", (text: string) => Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`, "utf16le")],
])("the columns of a large file can be changed: %s", async (_, encode) => {
  const notes = "line\n".repeat(4_000);
  const rows = Array.from({ length: 12 }, (_, n) => `p${n}@parents.example,"${notes}",Kim`);
  const path = await upload(encode(["parent_email,notes,child_name", ...rows].join("\n")));
  expect(await page(`${path}/columns`)).toContain("notes");
});

test("a workbook's birth dates, which are numbers shown as dates, give age groups", async () => {
  const book = workbookOf({
    name: "Enrollment",
    rows: [
      ["Player First Name", "Player Birth Date", "User Email", "Account First Name", "Account Last Name"],
      ["Ida", { date: 42_137 }, "ida.parent@parents.example", "Ida", "Parent"],
    ],
  });
  expect(await page(await upload(book, "enrollment.xlsx"))).toContain("U-12");
});

import { unzipSync } from "fflate";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { printableFileName, printableFiles, printableIds } from "#app/domain/club/printables/printables.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());

const inClub = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
afterEach(() =>
  inClub(async (db) => {
    await db.deleteFrom("printable_downloads").execute();
    await db.deleteFrom("printable_settings").execute();
  }),
);
const page = async (path: string, cookie = ada.cookie) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const counts = async () =>
  Object.fromEntries(
    (await inClub((db) => db.selectFrom("printable_downloads").selectAll().execute())).map((row) => [
      row.printable,
      row.downloads,
    ]),
  );
const version = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
const customize = async (form: Record<string, string>, cookie = ada.cookie) =>
  world.ask("/printables/customize", {
    cookie,
    form: { version: version(await page("/printables/customize")), ...form },
  });
const CHOSEN = {
  clubName: "Lakeside",
  season: "Spring 2027",
  contactInfo: "Kim at the kiosk",
  websiteUrl: "lakesidefc.example",
};

// product/printables.md#printables
describe("the page", () => {
  test.each([
    ["", 8],
    ["?category=signage", 2],
    ["?category=cards", 2],
    ["?category=forms", 2],
    ["?category=tracking", 2],
    ["?category=posters", 8],
  ])("%s shows %i sheets", async (query, shown) => {
    const html = await page(`/printables${query}`);
    expect(html.match(/<li class="printable"/g)).toHaveLength(shown);
    expect(html.includes("no such category")).toBe(query.endsWith("posters"));
  });

  test.each([
    ["an administrator", ada],
    ["a manager", mia],
    ["a coach", dana],
  ])(
    "the page lets %s open a PDF, and only administrators choose the sheets' content",
    async (who, { cookie }) => {
      const answer = await world.ask("/printables/sheet.pdf?of=field-sign&language=es", { cookie });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Content-Type")).toBe("application/pdf");
      expect(answer.headers.get("Content-Disposition")).toContain("field-sign-es.pdf");
      const chooses = who === "an administrator";
      expect((await page("/printables", cookie)).includes("/printables/customize")).toBe(chooses);
      expect((await world.ask("/printables/customize", { cookie })).status).toBe(chooses ? 200 : 403);
      if (!chooses) expect((await customize(CHOSEN, cookie)).status).toBe(403);
    },
  );

  test.each(["of=poster", "of=rating-card&language=es", "language=fr"])(
    "the page has no %s",
    async (query) => {
      expect((await world.ask(`/printables/sheet.pdf?${query}`, { cookie: ada.cookie })).status).toBe(404);
      expect((await world.ask(`/printables/sheet.svg?${query}`, { cookie: ada.cookie })).status).toBe(404);
    },
  );
});

describe("downloads", () => {
  test("downloads are counted by sheet, in either language, even two at once, and pictures are not", async () => {
    const pdf = (query: string) => world.ask(`/printables/sheet.pdf?${query}`, { cookie: dana.cookie });
    expect(await page("/printables")).toContain("Not downloaded yet");
    await Promise.all([pdf("of=banner"), pdf("of=banner&language=es"), pdf("of=banner")]);
    await pdf("of=incident-form");
    await world.ask("/printables/sheet.svg?of=agreement", { cookie: dana.cookie });
    expect(await counts()).toEqual({ banner: 3, "incident-form": 1 });
    const html = await page("/printables?category=signage");
    expect(html).toContain("Downloaded 3 times");
  });

  test("a download of all sheets is one .zip with every file, and counts one each", async () => {
    const answer = await world.ask("/printables/all.zip", { cookie: mia.cookie });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(
      printableFiles.map((file) => `goodside-printables/${printableFileName(file)}`),
    );
    for (const bytes of Object.values(files))
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(await counts()).toEqual(Object.fromEntries(printableIds.map((id) => [id, 1])));
  });

  test("downloads and pages are open while the club is read-only, and choosing is not", async () => {
    const form = { version: version(await page("/printables/customize")), ...CHOSEN };
    const { term_ends_at } = await world.control
      .selectFrom("clubs")
      .select("term_ends_at")
      .where("code", "=", lakeside.code)
      .executeTakeFirstOrThrow();
    const ends = (moment: string) =>
      world.control
        .updateTable("clubs")
        .set({ term_ends_at: moment })
        .where("code", "=", lakeside.code)
        .execute();
    await ends(new Date(Date.now() - 5 * 86_400_000).toISOString());
    try {
      const pdf = await world.ask("/printables/sheet.pdf?of=season-sheet", { cookie: dana.cookie });
      expect(pdf.status).toBe(200);
      expect(await counts()).toEqual({ "season-sheet": 1 });
      expect(await page("/printables")).not.toContain("/printables/customize");
      expect((await world.ask("/printables/customize", { cookie: ada.cookie, form })).status).toBe(402);
    } finally {
      await ends(term_ends_at);
    }
  });
});

describe("what sheets carry", () => {
  test("the sheets show the profile's data until the club chooses its own, which the audit log has without the words", async () => {
    expect(await page("/printables")).toContain("admin@lakeside.example");
    const before = await page("/printables");
    const answer = await customize(CHOSEN);
    expect(answer.status).toBe(303);
    const html = await page("/printables");
    for (const text of ["Lakeside</strong>", "Spring 2027", "Kim at the kiosk", "lakesidefc.example"])
      expect(html).toContain(text);
    const pictures = (of: string) => /sheet\.svg\?of=banner&amp;v=([^"]+)/.exec(of)?.[1];
    expect(pictures(html)).not.toBe(pictures(before));
    const entry = await inClub((db) =>
      db.selectFrom("audit").selectAll().where("kind", "=", "settings.printables-changed").executeTakeFirst(),
    );
    expect(JSON.stringify(entry)).toContain("contactInfo");
    expect(JSON.stringify(entry)).not.toContain("kiosk");
  });

  test("the sheets' content is refused without a name or with an invalid website, and the typed values stay", async () => {
    const answer = await customize({ ...CHOSEN, clubName: " ", websiteUrl: "not a site" });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("as it should be printed");
    expect(html).toContain('value="not a site"');
    expect(html).toContain('value="Kim at the kiosk"');
  });

  test("the sheets' content is each club's own", async () => {
    await customize(CHOSEN);
    expect(await page("/printables", rita.cookie)).not.toContain("Kim at the kiosk");
    const pdf = async (cookie: string) =>
      Buffer.from(await (await world.ask("/printables/sheet.pdf?of=banner", { cookie })).arrayBuffer());
    expect((await pdf(rita.cookie)).equals(await pdf(ada.cookie))).toBe(false);
  });

  test("the sheets' content is drawn in the picture, which a browser may keep under its version only", async () => {
    const path = /\/printables\/sheet\.svg\?[^"]+/
      .exec(await page("/printables"))?.[0]
      .replaceAll("&amp;", "&");
    const kept = await world.ask(path ?? "", { cookie: ada.cookie });
    expect(kept.headers.get("Cache-Control")).toContain("immutable");
    expect(await kept.text()).toMatch(/^<svg /);
    await customize(CHOSEN);
    const old = await world.ask(path ?? "", { cookie: ada.cookie });
    expect(old.headers.get("Cache-Control")).toBe("no-store");
  });
});

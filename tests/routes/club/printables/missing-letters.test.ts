import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink, setAgreement, setClub } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, ada } = await openLakeside();
afterAll(() => world.close());

const read = async (path: string, cookie?: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");

// product/printables.md#letters-in-print
test("each page with a print button lists the letters that cannot be printed", async () => {
  const pat = await parentLink(world, lakeside, { children: [{ name: "Sam", teamId: hawks }] });
  await setAgreement(world, lakeside, pat.agreementId, {
    status: "signed",
    signed_at: new Date(Date.now() + 1_000).toISOString(),
  });
  const over = { name: "Spring", startsOn: "2026-03-01", endsOn: "2026-06-01", teams: "all" };
  const season = await world.ask("/seasons/new", { cookie: ada.cookie, form: over });
  const pages = [
    [season.headers.get("Location") ?? "", ada.cookie],
    ["/printables", ada.cookie],
    ["/printables/certificates", ada.cookie],
    [`/agreements/${pat.agreementId}`, ada.cookie],
    [pat.path, undefined],
  ] as const;
  for (const [path, cookie] of pages)
    expect(await read(path, cookie), path).not.toMatch(/cannot be printed|empty box/);
  const name = "Lakeside 李小 FC";
  await setClub(world, lakeside, { name });
  await world.control.updateTable("clubs").set({ name }).where("code", "=", lakeside.code).execute();
  for (const [path, cookie] of pages)
    expect(await read(path, cookie), path).toMatch(
      /(2 letters of [^<]* cannot be printed|an empty box for these letters): 李 小/,
    );
});

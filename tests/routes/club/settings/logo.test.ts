import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { look } from "#tests/support/picture.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, ada, dana, rita } = await openLakeside();
afterAll(() => world.close());

const PAGE = "/club/settings/logo";
const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
const html = async (path: string, cookie: string) => (await world.ask(path, { cookie })).text();

async function post(
  file: Uint8Array | null,
  more: { intent?: string; version?: string; cookie?: string } = {},
) {
  const { cookie = ada.cookie, intent = "upload" } = more;
  const body = new FormData();
  body.set("intent", intent);
  body.set("version", more.version ?? versionOn(await html(PAGE, cookie), intent));
  if (file) body.set("logo", new File([new Uint8Array(file)], "logo.png", { type: "image/png" }));
  return world.ask(PAGE, { cookie, body });
}
const addressOn = (page: string) =>
  /src="(\/club\/logo\?v=[\w-]+)"/.exec(page.replaceAll("&amp;", "&"))?.[1] ?? "";
const stored = () =>
  world.platform.clubs.use(lakeside.code, (db) => db.selectFrom("logos").select("version").execute());

// product/clubs.md#club-logo
test("an uploaded logo is on every page of the club, in its own file, and nowhere else", async () => {
  expect((await post(await picture("#ff0000"))).status).toBe(303);
  const address = addressOn(await html("/dashboard", dana.cookie));
  expect(address).not.toBe("");
  expect(await stored()).toEqual([{ version: address.split("=")[1] }]);

  const answer = await world.ask(address, { cookie: dana.cookie });
  expect(answer.headers.get("Content-Type")).toBe("image/webp");
  expect(answer.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
  expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  expect(await look(await answer.arrayBuffer()).metadata()).toMatchObject({
    width: 96,
    height: 64,
  });
  const large = await world.ask(`${address}&size=large`, { cookie: dana.cookie });
  expect(await look(await large.arrayBuffer()).metadata()).toMatchObject({ width: 300 });

  // Another club has its own or none; a stranger is asked to sign in.
  expect((await world.ask(address, { cookie: rita.cookie })).status).toBe(404);
  expect((await world.ask(address)).headers.get("Location")).toContain("/club/login");
  expect(addressOn(await html("/dashboard", rita.cookie))).toBe("");
});

test("a new logo replaces the previous one, whose address is not cached", async () => {
  const before = addressOn(await html("/dashboard", dana.cookie));
  await post(await picture("#00ff00"));
  const after = addressOn(await html("/dashboard", dana.cookie));
  expect(after).not.toBe(before);
  expect(await stored()).toHaveLength(1);
  expect((await world.ask(before, { cookie: dana.cookie })).headers.get("Cache-Control")).toBe("no-store");
});

test("an invalid picture is refused with the reason, and the logo stays", async () => {
  const before = await stored();
  for (const [file, status, words] of [
    [
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      422,
      "This is an SVG file, which can carry scripts",
    ],
    [Buffer.from("hello"), 422, "no PNG and no JPEG"],
    [Buffer.alloc(0), 422, "Choose a picture"],
    [null, 422, "Choose a picture"],
    [(await picture("#0000ff")).subarray(0, 60), 422, "damaged or incomplete"],
    [Buffer.alloc(6 * 1024 * 1024, 1), 413, "larger than 5 MB"],
  ] as const) {
    const answer = await post(file);
    expect([words, answer.status]).toEqual([words, status]);
    expect(await answer.text()).toContain(words);
  }
  expect(await stored()).toEqual(before);
});

test("a logo changed meanwhile is shown first", async () => {
  const before = await stored();
  const answer = await post(await picture("#ffff00"), { version: "another" });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("This was changed after you opened the page");
  expect(await stored()).toEqual(before);
});

test("a removed logo gives way to the initials", async () => {
  expect((await post(null, { intent: "remove" })).status).toBe(303);
  expect(await stored()).toEqual([]);
  const page = await html("/dashboard", dana.cookie);
  expect(addressOn(page)).toBe("");
  expect(page).toContain('data-initials="LF"');
});

test("only administrators upload one, and 30 an hour at most", async () => {
  expect((await post(await picture("#ff0000"), { cookie: dana.cookie, version: "" })).status).toBe(403);
  const small = await picture("#ff00ff");
  let status = 303;
  for (let tries = 0; tries < 31 && status === 303; tries += 1) status = (await post(small)).status;
  expect(status).toBe(429);
});

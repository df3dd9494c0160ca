import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { STAFF_PASSWORD } from "#tests/support/staff.ts";

process.env.CLUB_ERASURE_DAYS = "7";
const cast = await openLakeside();
const { world, lakeside, riverside } = cast;
const { control, platform } = world;
const { runClocks } = await import("#app/journeys/retention/clocks.server.ts");
afterAll(() => world.close());

const owner = await world.signInStaff("super_admin");
const address = (code: string) => `/admin/clubs/${code}/erasure`;
const order = (code: string, form: Record<string, string> = {}, cookie = owner) =>
  world.ask(address(code), {
    cookie,
    form: {
      reason: "A letter of the club's board, November 2",
      clubCode: code.toUpperCase(),
      password: STAFF_PASSWORD,
      ...form,
    },
  });
const page = async (at: string) =>
  (await (await world.ask(at, { cookie: owner })).text())
    .replaceAll(/<!-- -->|<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const erasures = () => control.selectFrom("club_erasures").selectAll().execute();

// product/privacy.md#erasing-a-club
test("a super admin orders it with the code typed, a reason and a password, and keeps everything typed until then", async () => {
  for (const [wrong, says] of [
    [{ clubCode: "RIVER" }, "Type the code of this club"],
    [{ reason: " " }, "Say who asked, and how"],
    [{ password: "Wrong-2026" }, "That is not your password"],
  ] as const) {
    const answer = await order(lakeside.code, wrong);
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain(says);
    expect(text).not.toContain(STAFF_PASSWORD);
    if (!("reason" in wrong)) expect(text).toContain("A letter of the club&#x27;s board");
  }
  expect(await erasures()).toEqual([]);
  const admin = await world.signInStaff("admin");
  expect((await order(lakeside.code, {}, admin)).status).toBe(403);
  expect(await (await world.ask(`/admin/clubs/${lakeside.code}`, { cookie: admin })).text()).not.toContain(
    "Erase the club",
  );
  expect(await page(`/admin/clubs/${lakeside.code}`)).toContain("Erase the club");
});

test("the club is notified, can be kept for seven days, and is listed", async () => {
  const answer = await order(lakeside.code);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/admin/erasures/${lakeside.code}`]);
  const [made] = await erasures();
  expect(Date.parse(made?.due_at ?? "") - Date.parse(made?.ordered_at ?? "")).toBe(7 * 86_400_000);
  const mails = await control
    .selectFrom("mails")
    .select(["tag", "club_code"])
    .where("tag", "=", "club-erasure")
    .execute();
  expect(mails.length).toBeGreaterThan(0);
  expect(await page("/admin/erasures")).toContain("Waiting");
  const again = await world.ask(address(lakeside.code), { cookie: owner });
  expect(again.headers.get("Location")).toBe(`/admin/erasures/${lakeside.code}`);
  expect(await page(`/admin/erasures/${lakeside.code}`)).toContain("will be erased on");
  const kept = await world.ask(`/admin/erasures/${lakeside.code}`, { cookie: owner, form: {} });
  expect(kept.headers.get("Location")).toBe(`/admin/clubs/${lakeside.code}`);
  expect(await erasures()).toEqual([]);
  const kinds = await control
    .selectFrom("audit")
    .select("kind")
    .where("kind", "like", "club.erasure%")
    .orderBy("seq")
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(["club.erasure-ordered", "club.erasure-withdrawn"]);
});

test("an erased club's people are signed out, and the certificate stays with a list of what was erased", async () => {
  const cookie = await world.signIn(riverside.adminAccount, riverside.code);
  await order(riverside.code);
  await runClocks(platform, { at: new Date(Date.now() + 8 * 86_400_000) });
  expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toContain("/club/login");
  expect((await world.ask(`/admin/clubs/${riverside.code}`, { cookie: owner })).status).toBe(404);
  const certificate = await page(`/admin/erasures/${riverside.code}`);
  expect(certificate).toContain("Certificate of Erasure");
  expect(certificate).toContain("A letter of the club&#x27;s board");
  expect(certificate).toMatch(/Teams 1/);
  expect(certificate).toContain("Older backups, which are gone by");
  const late = await world.ask(`/admin/erasures/${riverside.code}`, { cookie: owner, form: {} });
  expect(late.headers.get("Location")).toBe(`/admin/erasures/${riverside.code}`);
  expect(await page(`/admin/erasures/${riverside.code}`)).toContain("Certificate of Erasure");
});

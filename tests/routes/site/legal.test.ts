import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
afterAll(() => shop.close());
const { legalVersions, TERMS_VERSION } = await import("#app/domain/values/legal-versions.ts");
const { legalTexts } = await import("#app/routes/site/legal/texts.ts");
const { announcePrivacy, announceTerms } = await import("#app/domain/control/terms/terms.server.ts");

/**
 * The SHA-256 of each published text, oldest first. A text that must change is a new version: add its file, its date
 * in `legalVersions` and its line here. Never change a line.
 */
const hashes: Record<string, readonly string[]> = {
  terms: [
    "8284f59f52e3c7de2b89b821af82ddc1a3338f8cead9cb6fe828a1e9f4f10688",
    "c14764a3519d539d9d8f6912a1d9c7c95a36b55179c8991cb4ddf754cfd4a010",
  ],
  privacy: [
    "132351d1a48acdf9cdc3bba62e0d746e7487ce62a1042a7fdc2817bdf6f03392",
    "7e18ef2fb624445b45d6150fcbd835d689ade18d1130775a7c453d82a7ea9a80",
    "e95078cbd76d0c09f4fca7f56db47e1fa761cad2f92a65ef84204f467f5c10fa",
    "3e66691d56112b64b94182d4d4692bb938a9c464d5afc19c5d413117dd32e3b4",
  ],
  cookies: [
    "1e49be77aa34352be7f90e80a722721903893e7cd5051f2250df2351e4ad867a",
    "12e0d26f63d10048787778acf054f671b8dfd61b4cb91f54e4c2c35d7e717049",
    "3308ee5063f55080100205b93a5635b750ca6b03d1d7549f3cdfcc067a1d7843",
  ],
};
const texts = Object.keys(legalVersions) as (keyof typeof legalVersions)[];
const page = async (path: string, cookie = "") => (await world.ask(path, { cookie })).text();

// product/pages.md#legal-texts
describe.each(texts)("the versions of %s", (name) => {
  test("all versions have a text, a date and a hash each, and no text has changed", () => {
    const found = legalTexts[name].map((sections) =>
      createHash("sha256")
        .update(
          JSON.stringify(
            sections(null).map(({ id, title, body }) => [id, title, renderToStaticMarkup(body)]),
          ),
        )
        .digest("hex"),
    );
    expect(found).toEqual(hashes[name]);
    expect(legalVersions[name]).toHaveLength(found.length);
    expect([...legalVersions[name]].sort()).toEqual(legalVersions[name]);
  });

  test("all versions stay readable, and the newest is the current one", async () => {
    const newest = legalVersions[name].length;
    expect(await page(`/${name}`)).toContain(`Version ${newest}.`);
    const first = await page(`/${name}?version=1`);
    expect(first).toContain("An earlier version");
    expect(first).toContain("Version 1.");
    for (const version of ["0", "99", "x", "-1", ""])
      expect((await world.ask(`/${name}?version=${version}`)).status).toBe(404);
  });
});

test("the retention table names every kind of data that the policy says we collect", async () => {
  const html = await page("/privacy");
  for (const what of [
    "Reports made as PDF",
    "Answers of parents to a club’s question",
    "keyed hash",
    "treasurer",
  ])
    expect(html).toContain(what);
  for (const what of ["Verification documents", "90 days after the decision", "7 years", "3 years after"])
    expect(html).toContain(what);
});

describe("new terms", async () => {
  const club = await world.club("Old Terms FC");
  await world.control
    .updateTable("accounts")
    .set({ terms_version: 1 })
    .where("id", "=", club.adminAccount)
    .execute();
  const cookie = await world.signIn(club.adminAccount, club.code);

  test("new terms are mailed to an administrator with earlier ones, once, and to nobody else", async () => {
    await announceTerms(world.control);
    await announceTerms(world.control);
    const mails = await readMails(
      world.control.selectFrom("mails").selectAll().where("tag", "=", "terms-changed").execute(),
    );
    expect(mails.map(({ to_address }) => to_address)).toEqual([`admin@${club.code}.example`]);
    expect(mails[0]?.text).toContain("/account/terms");
  });

  test("new terms are asked about once, and lock nothing", async () => {
    const first = await world.ask("/dashboard", { cookie });
    expect([first.status, first.headers.get("Location")]).toEqual([302, "/account/terms"]);
    expect((await world.ask("/teams", { cookie })).status).toBe(200);
    await world.ask("/account/terms", { cookie, form: { intent: "later" } });
    expect(await page("/dashboard", cookie)).toContain("Our terms have changed");
  });

  test("new terms are accepted with the version and the time, and are not asked about again", async () => {
    const answer = await world.ask("/account/terms", { cookie, form: { intent: "accept" } });
    expect(answer.status).toBe(303);
    const account = await world.control
      .selectFrom("accounts")
      .select(["terms_version", "terms_accepted_at"])
      .where("id", "=", club.adminAccount)
      .executeTakeFirstOrThrow();
    expect(account.terms_version).toBe(TERMS_VERSION);
    expect(account.terms_accepted_at).toMatch(/^\d{4}-/);
    expect(await page("/dashboard", cookie)).not.toContain("Our terms have changed");
    expect(await page("/club/settings?tab=activity", cookie)).toContain("Accepted new terms");
  });
});

test("a new privacy policy is mailed once to each administrator whose account is older than it", async () => {
  const [older, newer] = [await world.club("Old Policy FC"), await world.club("New Policy FC")];
  const setMailed = (account: string, privacy_mailed: number) =>
    world.control.updateTable("accounts").set({ privacy_mailed }).where("id", "=", account).execute();
  await setMailed(older.adminAccount, legalVersions.privacy.length - 1);
  await setMailed(newer.adminAccount, legalVersions.privacy.length);
  await announcePrivacy(world.control);
  await announcePrivacy(world.control);
  const mails = await readMails(
    world.control.selectFrom("mails").selectAll().where("tag", "=", "privacy-changed").execute(),
  );
  expect(mails.map(({ to_address }) => to_address)).toEqual([`admin@${older.code}.example`]);
  expect(mails[0]?.text).toContain("Nobody reads who said what");
  expect(mails[0]?.text).not.toContain("anybody, also without an account");
  expect(mails[0]?.text).toContain("/privacy");
});

test("an administrator who missed a policy reads the changes of each since", async () => {
  const club = await world.club("Missed Policy FC");
  await world.control
    .updateTable("accounts")
    .set({ privacy_mailed: 2 })
    .where("id", "=", club.adminAccount)
    .execute();
  await announcePrivacy(world.control);
  const mails = await readMails(
    world.control
      .selectFrom("mails")
      .selectAll()
      .where("to_address", "=", `admin@${club.code}.example`)
      .execute(),
  );
  const text = mails.find(({ tag }) => tag === "privacy-changed")?.text;
  expect(text).toContain("anybody, also without an account");
  expect(text).toContain("Nobody reads who said what");
});

describe("cookie preferences", () => {
  const choose = async (form: Record<string, string>, cookie = "") => world.ask("/cookies", { form, cookie });
  const set = (answer: Response, name: string) =>
    answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));

  test("cookie preferences are kept for a year, and Lite mode leaves out the scripts of this browser", async () => {
    const answer = await choose({ remember: "yes", lite: "on" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cookies#manage"]);
    const line = set(answer, "preferences") ?? "";
    expect(line).toContain("Max-Age=31536000");
    const cookie = line.split(";")[0] ?? "";
    expect(await page("/club/login", cookie)).not.toContain("<script");
    expect(await page("/club/login")).toContain("<script");
    expect(await page("/cookies", cookie)).toMatch(/value="yes" checked|checked="" value="yes"/);
  });

  test("withdrawn cookie preferences switch Lite mode off at once", async () => {
    const cookie = (set(await choose({ remember: "no" }), "preferences") ?? "").split(";")[0] ?? "";
    expect(await page("/club/login", cookie)).toContain("<script");
    expect((await choose({ remember: "no", lite: "on" })).status).toBe(422);
    expect((await choose({})).status).toBe(422);
  });
});

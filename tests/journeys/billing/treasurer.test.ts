import { unzipSync } from "fflate";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { paidClub } from "#tests/support/paid-club.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { sendTermNotice } = await import("#app/domain/control/billing/follow-terms.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

const PAGE = "/club/billing";
const OFFICE = "treasurer@oakhill.example";
let code = "";
let cookie = "";
beforeEach(async () => {
  code = (await paidClub(shop)).code;
  const { id } = await control
    .selectFrom("accounts")
    .select("id")
    .where("club_code", "=", code)
    .executeTakeFirstOrThrow();
  cookie = await world.signIn(id, code);
});

const page = async () => (await world.ask(PAGE, { cookie })).text();
const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
const save = async (treasurer: string, version?: string) =>
  world.ask(PAGE, { cookie, form: { treasurer, version: version ?? versionIn(await page()) } });
const counts = async () => (await findClub(control, code))?.billing_email ?? null;
const mails = (tag: string) =>
  readMails(
    control
      .selectFrom("mails")
      .selectAll()
      .where("club_code", "=", code)
      .where("tag", "=", tag)
      .orderBy("created_at")
      .execute(),
  );
const newestLink = async () =>
  /\/account\/confirm-email\?token=[\w-]+/.exec((await mails("billing-email")).at(-1)?.html ?? "")?.[0] ?? "";
async function confirmed(email = OFFICE) {
  await save(email);
  await world.ask(await newestLink(), { form: {} });
  expect(await counts()).toBe(email);
}
const invoice = async () => {
  await inTransaction(control, (tx) =>
    settle(tx, { clubCode: code, players: 900, orderedBy: "adm", at: new Date() }),
  );
  await runDueJobs(platform);
};

// product/billing.md#treasurer
describe("a treasurer's address", () => {
  test("a treasurer's address counts once its link was used, and gets a copy of each mail of money beside the club's own", async () => {
    expect((await save(" Treasurer@OakHill.example ")).status).toBe(303);
    expect(await counts()).toBeNull();
    expect(await page()).toContain(`We sent a link to ${OFFICE}`);
    const link = await newestLink();
    await invoice();
    expect((await mails("invoice-open")).map(({ to_address }) => to_address)).toEqual([
      "dana@oakhill.example",
    ]);
    expect(await (await world.ask(link)).text()).toContain("Are you the club&#x27;s treasurer?");
    expect(await counts()).toBeNull();
    expect((await world.ask(link, { form: {} })).status).toBe(303);
    expect(await counts()).toBe(OFFICE);
    expect((await world.ask(link)).status).toBe(404);
    await inTransaction(control, async (tx) => {
      const club = await findClub(tx, code);
      if (club) await sendTermNotice(tx, club, 30);
    });
    const notices = await mails("term-notice");
    expect(notices.map(({ to_address }) => to_address).sort()).toEqual(["dana@oakhill.example", OFFICE]);
    const why = (to: string) => notices.find(({ to_address }) => to_address === to)?.text ?? "";
    expect(why(OFFICE)).toContain(`${OFFICE} is the treasurer’s address of`);
    expect(why("dana@oakhill.example")).toContain("dana@oakhill.example is the contact address of");
    expect(await page()).toContain(`a copy to ${OFFICE}`);
  });

  test("a treasurer's address is removed by an empty field, also while it waits: its link works no more", async () => {
    await confirmed();
    await save("next@oakhill.example");
    const link = await newestLink();
    await save("");
    expect(await counts()).toBeNull();
    expect((await world.ask(link)).status).toBe(404);
    await invoice();
    expect(await mails("invoice-open")).toHaveLength(1);
  });

  test("a treasurer's address stays what it is until the new one is confirmed, and a replaced link works no more", async () => {
    await confirmed();
    await save("first@oakhill.example");
    const first = await newestLink();
    await save("second@oakhill.example");
    expect(await counts()).toBe(OFFICE);
    expect((await world.ask(first)).status).toBe(404);
    await world.ask(await newestLink(), { form: {} });
    expect(await counts()).toBe("second@oakhill.example");
  });

  test("a treasurer's address is refused where it is none, is the club's own, or somebody else changed it meanwhile", async () => {
    const version = versionIn(await page());
    for (const wrong of ["treasurer", "a@b", "treasurer@1.2.3.4", "x@oakhill.example\u202e"]) {
      const answer = await save(wrong);
      expect([answer.status, wrong]).toEqual([422, wrong]);
      expect(await answer.text()).toContain("Enter an email address");
    }
    const own = await save("dana@oakhill.example");
    expect(own.status).toBe(422);
    expect(await own.text()).toContain("your club’s own address");
    await save(OFFICE);
    const stale = await save("other@oakhill.example", version);
    expect(stale.status).toBe(422);
    expect(await stale.text()).toContain("other@oakhill.example");
    expect(await mails("billing-email")).toHaveLength(1);
  });

  test("a treasurer's address is mailed at most five links an hour", async () => {
    for (let nth = 1; nth <= 5; nth++) expect((await save(`t${nth}@oakhill.example`)).status).toBe(303);
    const sixth = await save("t6@oakhill.example");
    expect(sixth.status).toBe(422);
    expect(await sixth.text()).toContain("Too many links");
  });

  test("a treasurer's address goes with its owner's account, and with the club", async () => {
    await confirmed();
    const { deleteAccount } = await import("#app/domain/control/own-data/delete-account.server.ts");
    await inTransaction(control, (tx) =>
      deleteAccount(tx, { accountId: "nobody", email: OFFICE, clubs: [] }),
    );
    expect(await counts()).toBeNull();
    await confirmed("again@oakhill.example");
    const { packClub } = await import("#app/journeys/leaving/pack-club.server.ts");
    const chunks: Buffer[] = [];
    await world.platform.clubs.use(code, async (db) => {
      const ctx = { control, db, club: { code, name: "Oak Hill" } as never };
      for await (const chunk of packClub(ctx, new Date())) chunks.push(chunk);
    });
    const readme = Object.entries(unzipSync(Buffer.concat(chunks))).find(([name]) =>
      name.endsWith("README.txt"),
    );
    expect(Buffer.from(readme?.[1] ?? []).toString()).toContain("again@oakhill.example");
    const { eraseClubRows } = await import("#app/domain/control/retention/erase-club.server.ts");
    await inTransaction(control, (tx) => eraseClubRows(tx, code, new Date()));
    expect(
      await control.selectFrom("link_tokens").selectAll().where("subject_id", "=", code).execute(),
    ).toEqual([]);
    expect(await findClub(control, code)).toBeNull();
  });
});

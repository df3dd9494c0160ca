import { afterAll, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { linkOf, parentLink } from "../../support/parent-link.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(() => world.close());
const { changeContact } = await import("#app/domain/club/contacts/contacts.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");

const correct = (contactId: string, email: string, throughLink?: true) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    changeClub({ control: world.control, db, club: lakeside }, (tx) =>
      changeContact(
        tx,
        contactId,
        { name: "Pat", email },
        { by: "Ada", at: new Date().toISOString(), throughLink },
      ),
    ),
  );
const status = async (path: string) => (await world.ask(path)).status;
const children = [{ name: "Sam", teamId: hawks }];

test("a person who got the link by a wrong address sees nothing of the parent once the club has corrected it", async () => {
  const parent = await parentLink(world, lakeside, { email: "typo@parents.example", children });
  const other = await parentLink(world, lakeside, { children });
  expect(await status(`${parent.path}/data`)).toBe(200);
  await correct(parent.contactId, "pat@parents.example");
  for (const page of ["", "/data", "/stop"]) expect(await status(parent.path + page), page).toBe(404);
  expect(await status(other.path)).toBe(200);
});

test("a corrected address is mailed again, though the old one had stopped mail or took none", async () => {
  const { issueAgreements } = await import("#app/domain/club/agreements/issue-agreements.server.ts");
  const { inTransaction } = await import("#app/db/engine.server.ts");
  for (const old of [{ mail_stopped_at: "2026-11-01T00:00:00.000Z" }, { delivery: "bounced" as const }]) {
    const parent = await parentLink(world, lakeside, { children });
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("contacts").set(old).where("id", "=", parent.contactId).execute(),
    );
    await correct(parent.contactId, `again.${parent.contactId}@parents.example`);
    const sent = await world.platform.clubs.use(lakeside.code, (db) =>
      inTransaction(db, (tx) =>
        issueAgreements(tx, { agreementIds: [parent.agreementId] }, { scope: "all", by: "", at: new Date() }),
      ),
    );
    expect(sent).toEqual({ ok: true, sent: 1, left: 0 });
  }
});

test("the new link works, and the old one stays dead", async () => {
  const parent = await parentLink(world, lakeside, { children });
  await correct(parent.contactId, "pat.new@parents.example");
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .updateTable("agreements")
      .set({ issue: 3, sent_at: new Date().toISOString(), expires_at: "2099-01-01T00:00:00.000Z" })
      .where("id", "=", parent.agreementId)
      .execute(),
  );
  const token = await linkOf(world, lakeside, parent.agreementId, 3);
  expect([await status(`/parent/agreement/${token}`), await status(parent.path)]).toEqual([200, 404]);
});

test("a parent who corrects their own address keeps the link, and what was known of the old address goes", async () => {
  const parent = await parentLink(world, lakeside, { children, agreement: { delivery: "bounced" } });
  await correct(parent.contactId, "moved@parents.example", true);
  expect(await (await world.ask(parent.path)).text()).toContain("moved@parents.example");
  const row = await world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("agreements").selectAll().where("id", "=", parent.agreementId).executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ status: "pending", issue: 1, delivery: null });
  expect(row.sent_at).not.toBeNull();
});

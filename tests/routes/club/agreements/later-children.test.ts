import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import { parentLink, setAgreement } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, otters, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const read = async (path: string, cookie?: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Creates a parent who signed an hour ago, with Sam already in the Hawks. */
async function signedParent(name: string) {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@later.example`;
  const link = await parentLink(world, lakeside, { name, email, children: [{ name: "Sam", teamId: hawks }] });
  await inFile((db) =>
    db
      .updateTable("children")
      .set({ created_at: ago(2), updated_at: ago(2) })
      .where("contact_id", "=", link.contactId)
      .execute(),
  );
  await setAgreement(world, lakeside, link.agreementId, { status: "signed", signed_at: ago(1) });
  const page = `/agreements/${link.agreementId}`;
  const mails = () =>
    readMails(world.control.selectFrom("mails").selectAll().where("to_address", "=", email).execute());
  const row = async () => {
    const list = await read(`/agreements?q=${encodeURIComponent(name)}`, ada.cookie);
    return /signed [A-Z][a-z]{2} \d[^<]*/.exec(list)?.[0] ?? "";
  };
  return { ...link, email, page, mails, row };
}
const add = (page: string, child: string, team: string) =>
  world.ask(`${page}/children`, { cookie: ada.cookie, form: { child, team } });
const ask = (page: string, cookie = ada.cookie) => world.ask(`${page}/confirm`, { cookie, form: {} });
/** Presses the button of the parent's page. */
async function tap(path: string) {
  const html = await read(path);
  const child = [...html.matchAll(/name="child" value="([^"]+)"/g)].map(([, id = ""]) => id);
  return world.ask(path, { form: { intent: "confirm", child } });
}
const records = (agreementId: string) =>
  inFile((db) =>
    db
      .selectFrom("evidence_records as r")
      .innerJoin("evidence_persons as p", "p.record_id", "r.id")
      .select(["r.kind", "p.content"])
      .where("r.agreement_id", "=", agreementId)
      .execute(),
  );

// product/agreements.md#added-after-a-signature
describe("a child added after the signature", () => {
  test("the tracker and the page show a child added after the signature, and the parent confirms it with one button", async () => {
    const pat = await signedParent("Pat Later");
    expect(await read(pat.page, ada.cookie)).not.toContain("Ask for a Confirmation");
    expect(await pat.row()).not.toContain("before");
    await add(pat.page, "Lucy", otters);
    expect(await pat.row()).toContain("before Otters was added");
    const page = await read(pat.page, ada.cookie);
    expect(page).toContain("Signed before Otters was added");
    expect(page).toMatch(/After the signature: [^<]*, by Ada/);
    expect(page).toContain("Before the signature");
    expect(await read(pat.path)).not.toContain('value="confirm"');

    expect((await ask(pat.page)).status).toBe(303);
    const [mail] = await pat.mails();
    expect(mail?.subject).toContain("confirm your sideline agreement");
    expect(mail?.text).toContain(pat.path);
    expect(mail?.text).not.toMatch(/Lucy|Otters/);
    expect(await read(pat.path)).toContain("Lucy (Otters), added");

    expect((await tap(pat.path)).status).toBe(303);
    expect(await read(pat.path)).toContain("Lucy (Otters), confirmed");
    expect(await pat.row()).not.toContain("before");
    const [confirmed, ...more] = await records(pat.agreementId);
    expect(more).toEqual([]);
    expect(confirmed?.kind).toBe("confirmed");
    expect(JSON.parse(confirmed?.content ?? "{}")).toMatchObject({ players: "Lucy", teams: ["Otters"] });
    expect(JSON.parse(confirmed?.content ?? "{}").ip).not.toBe("");
    expect(await read(pat.page, ada.cookie)).toContain(
      "Confirmed for a child added after the signature: Lucy",
    );
    await tap(pat.path);
    expect(await records(pat.agreementId)).toHaveLength(1);
  });

  test("a parent is asked about an added child once in a day, and not once it is removed", async () => {
    const two = await signedParent("Two Later");
    await add(two.page, "Lucy", otters);
    await add(two.page, "Kim", hawks);
    expect(await two.row()).toContain("before Kim and Otters were added");
    await ask(two.page);
    await ask(two.page);
    expect(await two.mails()).toHaveLength(1);
    await setAgreement(world, lakeside, two.agreementId, { confirm_asked_at: ago(25) });
    await inFile((db) =>
      db.deleteFrom("children").where("contact_id", "=", two.contactId).where("name", "<>", "Sam").execute(),
    );
    await ask(two.page);
    expect(await two.mails()).toHaveLength(1);
    expect(await two.row()).not.toContain("before");
    expect(await read(two.path)).not.toContain('value="confirm"');
  });

  test("a parent confirms the children that the page named, and later ones still wait", async () => {
    const max = await signedParent("Max Later");
    await add(max.page, "Lucy", otters);
    await ask(max.page);
    const html = await read(max.path);
    const child = /name="child" value="([^"]+)"/.exec(html)?.[1] ?? "";
    await add(max.page, "Kim", hawks);
    await world.ask(max.path, { form: { intent: "confirm", child } });
    expect(await max.row()).toContain("before Kim was added");
  });

  test("an added child does not count once the agreement is withdrawn, and cannot be confirmed", async () => {
    const ivy = await signedParent("Ivy Later");
    await add(ivy.page, "Lucy", otters);
    await ask(ivy.page);
    const child = /name="child" value="([^"]+)"/.exec(await read(ivy.path))?.[1] ?? "";
    await setAgreement(world, lakeside, ivy.agreementId, { status: "withdrawn", closed_at: ago(0) });
    await world.ask(ivy.path, { form: { intent: "confirm", child } });
    expect(await records(ivy.agreementId)).toEqual([]);
    expect(await ivy.row()).not.toContain("before");
    await ask(ivy.page);
    expect(await ivy.mails()).toHaveLength(1);
  });

  test("a manager does not read an added child of another manager's team", async () => {
    const leo = await signedParent("Leo Later");
    await add(leo.page, "Lucy", otters);
    expect(await read(leo.page, mia.cookie)).not.toMatch(/Lucy|before Otters/);
    expect(await read("/agreements?q=Leo%20Later", mia.cookie)).not.toMatch(/before Otters/);
    expect((await ask(leo.page, dana.cookie)).status).toBe(403);
  });

  test("an added child leaves nothing of the person once the parent is erased", async () => {
    const eve = await signedParent("Eve Later");
    await add(eve.page, "Lucinda", otters);
    await ask(eve.page);
    await tap(eve.path);
    const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    await inFile((db) =>
      inTransaction(db, (tx) => erasePerson(tx, eve.agreementId, { by: "Ada Admin", at: ago(0) })),
    );
    expect(await records(eve.agreementId)).toEqual([]);
    const events = await inFile((db) =>
      db
        .selectFrom("agreement_events")
        .select("detail")
        .where("agreement_id", "=", eve.agreementId)
        .execute(),
    );
    expect(JSON.stringify(events)).not.toContain("Lucinda");
  });
});

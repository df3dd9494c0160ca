import { afterAll, describe, expect, test } from "vitest";
import type { ClubTx } from "#app/db/club/schema.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, otters } = await openLakeside();
afterAll(() => world.close());
const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
const signing = await import("#app/domain/club/agreements/sign.server.ts");
const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
const { readChain } = await import("#app/domain/club/evidence/evidence.server.ts");
const { checkChain } = await import("#app/domain/club/evidence/evidence.ts");
const { shownText } = await import("#app/domain/club/evidence/evidence.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const at = "2026-11-22T12:00:00.000Z";
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const change = <Result>(work: (tx: ClubTx) => Promise<Result>) => inFile((db) => inTransaction(db, work));
const textHash = shownText({ name: lakeside.name, agreement_text: "", agreement_text_es: "" }, "es").hash;

let parents = 0;
/** Makes a parent whose agreement was sent under link 1. @returns the agreement's id */
async function sent(
  name = `Parent ${++parents}`,
  email = `${name.replace(" ", ".")}@home.example`.toLowerCase(),
) {
  const children = [{ name: "Kit", teamId: hawks, ageGroup: "U-12" }];
  await change((tx) => addContacts(tx, [{ name, email, children }], { source: "manual", by: "Ada", at }));
  return inFile(async (db) => {
    const { id } = await db
      .selectFrom("agreements")
      .innerJoin("contacts", "contacts.id", "contact_id")
      .select("agreements.id")
      .where("contacts.email", "=", email)
      .executeTakeFirstOrThrow();
    const sending = { issue: 1, sent_at: at, expires_at: "2026-12-22T12:00:00.000Z", next_reminder_at: at };
    await db.updateTable("agreements").set(sending).where("id", "=", id).execute();
    return id;
  });
}
const sender = { issue: 1, language: "es" as const, ip: "192.0.2.1", userAgent: "Lynx", at };
const typed = (agreementId: string, more: Partial<Parameters<typeof signing.signAgreement>[1]> = {}) => ({
  ...sender,
  agreementId,
  name: `Parent ${parents}`,
  email: `parent.${parents}@home.example`,
  players: "Kit, Noa",
  teamIds: [hawks, otters],
  signature: "P. Parent",
  signatureDate: "2026-11-22",
  textHash,
  ...more,
});
const sign = (input: ReturnType<typeof typed>) => change((tx) => signing.signAgreement(tx, input));
const agreement = (id: string) =>
  inFile((db) => db.selectFrom("agreements").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
const stepsOf = (id: string) =>
  inFile(async (db) => {
    const rows = await db
      .selectFrom("agreement_mails")
      .select("step")
      .where("agreement_id", "=", id)
      .execute();
    return rows.map(({ step }) => step).sort();
  });
const whole = async () => checkChain(await inFile((db) => readChain(db)), null);

describe("a signature", () => {
  test("a signature keeps the text, the person and the record, and has the copy mailed", async () => {
    const id = await sent();
    const result = await sign(typed(id));
    expect(result).toMatchObject({ ok: true });
    expect(await agreement(id)).toMatchObject({
      status: "signed",
      signed_at: at,
      to_match: 0,
      next_reminder_at: null,
    });
    const chain = await inFile((db) => readChain(db));
    const record = JSON.parse(chain.records.at(-1)?.record ?? "");
    expect(record).toMatchObject({
      kind: "signed",
      agreement: id,
      language: "es",
      text: { hash: textHash },
      electronicConsent: true,
      club: { code: "lakeside", name: "Lakeside FC" },
    });
    expect(Object.values(record.affirmations)).toEqual([true, true, true, true, true]);
    expect(chain.texts.get(textHash)).toContain("Lakeside FC");
    expect(JSON.parse(chain.persons.get(record.id) ?? "")).toMatchObject({
      email: "parent.1@home.example",
      players: "Kit, Noa",
      teams: ["Hawks", "Otters"],
      ip: "192.0.2.1",
      userAgent: "Lynx",
    });
    expect(chain.records.at(-1)?.record).not.toContain("parent.1");
    expect(await stepsOf(id)).toEqual(["copy"]);
    expect(await whole()).toEqual([]);
  });

  test("a signature that has no word of the signer's name in it waits for the club to match it", async () => {
    const [shared, none] = [await sent("Anna Cell"), await sent("Dave Cell")];
    const by = (name: string) => ({ name, email: `${name.replace(" ", ".").toLowerCase()}@home.example` });
    await sign(typed(shared, { ...by("Anna Cell"), signature: "A. CÉLL" }));
    await sign(typed(none, { ...by("Dave Cell"), signature: "Mickey Mouse" }));
    expect(await agreement(shared)).toMatchObject({ status: "signed", to_match: 0 });
    expect(await agreement(none)).toMatchObject({ status: "signed", to_match: 1 });
  });

  test("the same person's second signature has another hash, so that no hash is guessed from a name", async () => {
    const { appendRecord } = await import("#app/domain/club/evidence/evidence.server.ts");
    const { nothingAgreed } = await import("#app/domain/club/agreements/nothing-agreed.ts");
    const person = { name: "Sal Salt", email: "sal@home.example", players: "", teams: [], signature: "" };
    const hashes = new Set<string>();
    for (const agreement of ["salted-1", "salted-2"]) {
      const record = { ...nothingAgreed({ at, language: "en" as const }), agreement, issue: 1 };
      const id = await change((tx) =>
        appendRecord(tx, { ...record, kind: "declined" }, { ...person, ip: "", userAgent: "", reason: "" }),
      );
      const stored = await inFile((db) =>
        db.selectFrom("evidence_records").select("record").where("id", "=", id).executeTakeFirstOrThrow(),
      );
      hashes.add(JSON.parse(stored.record).person);
    }
    expect(hashes.size).toBe(2);
  });

  test("a signature is given once, also by two at the same moment", async () => {
    const id = await sent();
    const results = await Promise.all([sign(typed(id)), sign(typed(id, { signature: "Q. Parent" }))]);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(results).toContainEqual({ ok: false, problem: "signed" });
  });

  test("under another name or address waits for the club to match it, and the address on file is told", async () => {
    const other = await sent();
    await sign(typed(other, { email: "work@office.example" }));
    expect(await agreement(other)).toMatchObject({ to_match: 1 });
    expect(await stepsOf(other)).toEqual(["changed-address", "copy"]);
    const named = await sent();
    await sign(typed(named, { name: "Grandma" }));
    expect(await agreement(named)).toMatchObject({ to_match: 1 });
    expect(await stepsOf(named)).toEqual(["copy"]);
    const sameButForCase = await sent();
    await sign(typed(sameButForCase, { name: `PARENT ${parents}`, email: `Parent.${parents}@HOME.example` }));
    expect(await agreement(sameButForCase)).toMatchObject({ to_match: 0 });
  });

  test("a signature tells the club the name and the players that it did not know", async () => {
    await change((tx) =>
      addContacts(tx, [{ name: "", email: "new@home.example", children: [] }], {
        source: "manual",
        by: "Ada",
        at,
      }),
    );
    const id = await inFile(async (db) => {
      const row = await db
        .updateTable("agreements")
        .set({ issue: 1, sent_at: at, expires_at: "2026-12-22T12:00:00.000Z" })
        .where("name_key", "=", "new@home.example")
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    });
    await sign(
      typed(id, {
        name: "Nora New",
        signature: "Nora",
        email: "new@home.example",
        players: "A.B., C.D.",
        teamIds: [otters],
      }),
    );
    const children = await inFile((db) =>
      db
        .selectFrom("contacts")
        .innerJoin("children", "children.contact_id", "contacts.id")
        .select(["contacts.name as parent", "children.name", "team_id"])
        .where("contacts.email_key", "=", "new@home.example")
        .orderBy("children.name")
        .execute(),
    );
    expect(children).toEqual([
      { parent: "Nora New", name: "A.B.", team_id: otters },
      { parent: "Nora New", name: "C.D.", team_id: otters },
    ]);
    expect(await agreement(id)).toMatchObject({ name_key: "nora new", to_match: 0 });
  });

  test("a signature is refused for an older link, an expired one, another text and an unknown agreement", async () => {
    const id = await sent();
    expect(await sign(typed(id, { issue: 0 }))).toEqual({ ok: false, problem: "expired" });
    expect(await sign(typed(id, { at: "2026-12-22T12:00:00.000Z" }))).toEqual({
      ok: false,
      problem: "expired",
    });
    expect(await sign(typed(id, { textHash: "0" }))).toEqual({ ok: false, problem: "text-changed" });
    expect(await sign(typed("nothing"))).toEqual({ ok: false, problem: "not-found" });
    const before = await inFile((db) => db.selectFrom("evidence_records").select("id").execute());
    await change((tx) => signing.declineAgreement(tx, { ...sender, agreementId: id, reason: "No" }));
    expect(await sign(typed(id))).toEqual({ ok: false, problem: "closed" });
    expect(await inFile((db) => db.selectFrom("evidence_records").select("id").execute())).toHaveLength(
      before.length + 1,
    );
  });
});

test("a signed agreement is withdrawn, and a declined one signed on paper, each with its record", async () => {
  const id = await sent();
  const withdraw = () =>
    change((tx) => signing.withdrawAgreement(tx, { ...sender, agreementId: id, reason: "We moved" }));
  expect(await withdraw()).toEqual({ ok: false, problem: "closed" });
  await sign(typed(id));
  expect(await withdraw()).toMatchObject({ ok: true });
  expect(await agreement(id)).toMatchObject({ status: "withdrawn", reason: "We moved" });
  expect(await stepsOf(id)).toEqual(["copy", "withdrawn"]);
  const paper = await change((tx) =>
    signing.recordPaperSignature(tx, {
      ...{ agreementId: id, name: "Parent", players: "Kit", signedOn: "2026-11-20", language: "en" },
      ...{ enteredBy: "Ada Admin", at },
    }),
  );
  expect(paper).toMatchObject({ ok: true });
  expect(await agreement(id)).toMatchObject({ status: "signed", paper: 1, reason: "" });
  const last = (await inFile((db) => readChain(db))).records.at(-1);
  expect(JSON.parse(last?.record ?? "")).toMatchObject({
    kind: "paper",
    enteredBy: "Ada Admin",
    electronicConsent: false,
  });
  expect(await whole()).toEqual([]);
});

describe("erasing a parent", () => {
  const erase = (id: string) => change((tx) => erasePerson(tx, id, { by: "", at }));
  test("a parent who signed leaves the proof without the person when erased", async () => {
    const id = await sent("Ernestina Erased");
    await sign(typed(id, { name: "Ernestina Erased", email: "ernestina.erased@home.example" }));
    expect(await erase(id)).toBe(true);
    expect(await whole()).toEqual([]);
    const left = await inFile(async (db) =>
      JSON.stringify(
        await Promise.all([
          db.selectFrom("contacts").selectAll().execute(),
          db.selectFrom("evidence_persons").selectAll().execute(),
          db.selectFrom("evidence_records").selectAll().execute(),
          db.selectFrom("agreement_events").selectAll().execute(),
          db.selectFrom("agreements").selectAll().execute(),
        ]),
      ),
    );
    expect(left).not.toMatch(/ernestina/i);
    expect(await erase(id)).toBe(false);
  });
  test("a parent who never answered leaves nothing when erased", async () => {
    const id = await sent();
    expect(await erase(id)).toBe(true);
    expect(
      await inFile((db) => db.selectFrom("agreements").select("id").where("id", "=", id).execute()),
    ).toEqual([]);
  });
});

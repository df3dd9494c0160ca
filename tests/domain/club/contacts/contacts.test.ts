import { afterAll, describe, expect, test } from "vitest";
import type { ClubTx } from "#app/db/club/schema.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(() => world.close());
const contacts = {
  ...(await import("#app/domain/club/contacts/add-contacts.server.ts")),
  ...(await import("#app/domain/club/contacts/contacts.server.ts")),
};
const { inTransaction } = await import("#app/db/engine.server.ts");

const at = "2026-11-22T12:00:00.000Z";
const about = { source: "import" as const, importId: "import-1", by: "Ada", at };
const child = (name: string, teamId: string | null = hawks) => ({ name, teamId, ageGroup: "U-12" });
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const change = <Result>(work: (tx: ClubTx) => Promise<Result>) => inFile((db) => inTransaction(db, work));
const add = (...rows: Parameters<typeof contacts.addContacts>[1][number][]) =>
  change((tx) => contacts.addContacts(tx, rows, about));
const listed = () =>
  inFile((db) =>
    db
      .selectFrom("contacts")
      .leftJoin("children", "children.contact_id", "contacts.id")
      .innerJoin("agreements", "agreements.contact_id", "contacts.id")
      .select([
        "contacts.id",
        "contacts.name",
        "email",
        "contacts.name_key",
        "children.name as child",
        "children.id as childId",
      ])
      .select(["agreements.status", "agreements.issue", "agreements.name_key as agreement_key"])
      .orderBy("contacts.name_key")
      .orderBy("children.name_key")
      .execute(),
  );

// product/parents.md#contacts
describe("parents", () => {
  test("parents of one address are one person with all children, and each has one agreement", async () => {
    const added = await add(
      { name: "Zoë Parker", email: "Zoe@Home.example", children: [child("Max")] },
      { name: "", email: " zoe@home.example", children: [child("Ida"), child("MAX")] },
      { name: "", email: "unknown@home.example", children: [] },
    );
    expect(added).toMatchObject({ contacts: 2, children: 2 });
    expect(await listed()).toMatchObject([
      { name: "", email: "unknown@home.example", name_key: "unknown@home.example", child: null },
      { name: "Zoë Parker", email: "Zoe@Home.example", child: "Ida", status: "pending", issue: 0 },
      { name: "Zoë Parker", child: "Max", name_key: "zoe parker", agreement_key: "zoe parker" },
    ]);
  });

  test("parents are counted as saved while all that belongs to them is", async () => {
    const seen: [number, number][] = [];
    const rows = ["u1", "u2"].map((name) => ({
      name,
      email: `${name}@counted.example`,
      children: [child("Max"), child("Ida")],
    }));
    const onSaved = (saved: number, total: number) => void seen.push([saved, total]);
    await change((tx) => contacts.addContacts(tx, rows, { ...about, onSaved }));
    expect(seen.at(-1)).toEqual([2, 2]);
    // After five of ten rows the count is not yet half.
    expect(seen.map(([saved]) => saved)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
    const ids = (await listed()).filter(({ email }) => email?.endsWith("@counted.example"));
    await inFile((db) =>
      db
        .deleteFrom("contacts")
        .where(
          "id",
          "in",
          ids.map(({ id }) => id),
        )
        .execute(),
    );
  });

  test("parents who are added again add nothing, and a narrower row blanks nothing", async () => {
    const before = await listed();
    expect(await add({ name: "", email: "ZOE@home.example", children: [child("max")] })).toMatchObject({
      contacts: 0,
      children: 0,
    });
    expect(await listed()).toEqual(before);
    // The same child in another team is another place.
    expect(await add({ name: "", email: "zoe@home.example", children: [child("Max", null)] })).toMatchObject({
      children: 1,
    });
  });

  test("parents are corrected: a new address forgets the old one's bounce, somebody else's is refused", async () => {
    const zoe = await inFile((db) => contacts.findContactByEmail(db, "zoe@home.example"));
    const id = zoe?.id ?? "";
    await inFile((db) =>
      db.updateTable("contacts").set({ delivery: "bounced" }).where("id", "=", id).execute(),
    );
    const correct = (name: string, email: string) =>
      change((tx) => contacts.changeContact(tx, id, { name, email }, { by: "Ada", at }));
    expect(await correct("Zoë Parker", "unknown@home.example")).toEqual({ ok: false, problem: "taken" });
    expect(await correct("Zoë Baker", "zoe@home.example")).toEqual({ ok: true, addressChanged: false });
    const row = () =>
      inFile((db) => db.selectFrom("contacts").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
    expect(await row()).toMatchObject({ name_key: "zoe baker", delivery: "bounced" });
    expect(await correct("Zoë Baker", "baker@home.example")).toEqual({ ok: true, addressChanged: true });
    expect(await row()).toMatchObject({ email_key: "baker@home.example", delivery: null });
    const seen = await inFile((db) =>
      db.selectFrom("agreement_events").select(["kind", "detail"]).where("kind", "=", "corrected").execute(),
    );
    expect(seen.map(({ detail }) => detail)).toEqual(["name", "address"]);
  });

  test("parents get and lose children by hand", async () => {
    const baker = await inFile((db) => contacts.findContactByEmail(db, "baker@home.example"));
    const id = baker?.id ?? "";
    expect(await change((tx) => contacts.addChild(tx, id, child("Ida"), { by: "Ada Admin", at }))).toBe(
      false,
    );
    expect(await change((tx) => contacts.addChild(tx, id, child("Otto"), { by: "Ada Admin", at }))).toBe(
      true,
    );
    const otto = (await listed()).find((row) => row.child === "Otto")?.childId ?? "";
    expect(await change((tx) => contacts.removeChild(tx, "somebody-else", otto))).toBe(false);
    expect(await change((tx) => contacts.removeChild(tx, id, otto))).toBe(true);
  });
});

import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import { linkOf, parentLink } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, otters, ada, mia } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const read = async (path: string, cookie: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const statusOf = async (path: string, cookie: string) => (await world.ask(path, { cookie })).status;
/** Lists unsent mails to an address, as they will be sent. */
const mailsTo = (email: string) =>
  readMails(world.control.selectFrom("mails").selectAll().where("to_address", "=", email).execute());
const contactOf = (agreementId: string) =>
  inFile((db) =>
    db
      .selectFrom("agreements")
      .innerJoin("contacts", "contacts.id", "agreements.contact_id")
      .select(["contacts.name", "contacts.email", "agreements.issue", "agreements.sent_at"])
      .where("agreements.id", "=", agreementId)
      .executeTakeFirstOrThrow(),
  );
const childIdOf = async (agreementId: string, name: string) => {
  const { id } = await inFile((db) =>
    db
      .selectFrom("children")
      .innerJoin("agreements", "agreements.contact_id", "children.contact_id")
      .select("children.id")
      .where("agreements.id", "=", agreementId)
      .where("children.name", "=", name)
      .executeTakeFirstOrThrow(),
  );
  return id;
};
/** Corrects a parent by a page's form. */
const correct = async (agreementId: string, values: { name: string; email: string }, cookie = ada.cookie) => {
  const path = `/agreements/${agreementId}/edit`;
  const version = /name="version" value="([^"]+)"/.exec(await read(path, ada.cookie))?.[1] ?? "";
  return world.ask(path, { cookie, form: { ...values, version } });
};

// product/agreements.md#agreements-tracker
describe("a parent with children in two teams", async () => {
  const rosa = await parentLink(world, lakeside, {
    name: "Rosa Rivera",
    email: "rosa@home.example",
    children: [
      { name: "Max R.", teamId: hawks },
      { name: "Inés R.", teamId: otters },
    ],
  });
  const path = `/agreements/${rosa.agreementId}`;

  test("a manager sees a parent with children in two teams with their own child, and 'also in another team'", async () => {
    for (const page of [path, `${path}/children`, `${path}/paper`, "/agreements", "/agreements/report.csv"]) {
      const text = await read(page, mia.cookie);
      expect(text, page).toContain("Max R.");
      expect(text, page).not.toContain("Inés");
    }
    expect(await read(path, mia.cookie)).toContain("also has a child in another team");
    expect(await read("/agreements", mia.cookie)).toContain("also in another team");
    expect(await read(`${path}/children`, ada.cookie)).toContain("Inés R.");
  });

  test("a manager cannot remove a child of another team", async () => {
    const ines = await childIdOf(rosa.agreementId, "Inés R.");
    const remove = `${path}/children/${ines}/remove`;
    expect(await statusOf(remove, mia.cookie)).toBe(404);
    expect((await world.ask(remove, { cookie: mia.cookie, form: {} })).status).toBe(404);
    expect(await read(path, ada.cookie)).toContain("Inés R.");
  });

  test("only administrators correct and match a parent with children in two teams", async () => {
    await inFile((db) =>
      db.updateTable("agreements").set({ to_match: 1 }).where("id", "=", rosa.agreementId).execute(),
    );
    const page = await read(path, mia.cookie);
    expect(page).not.toContain("Correct Name or Email");
    expect(page).toContain("An administrator of your club says whether");
    for (const form of ["edit", "match"]) expect(await statusOf(`${path}/${form}`, mia.cookie)).toBe(403);
    expect(
      (await correct(rosa.agreementId, { name: "R", email: "max@evil.example" }, mia.cookie)).status,
    ).toBe(403);
    const matched = await world.ask(`${path}/match`, { cookie: mia.cookie, form: { keep: "signed" } });
    expect(matched.status).toBe(403);
    expect(await contactOf(rosa.agreementId)).toMatchObject({ email: "rosa@home.example" });
    expect((await correct(rosa.agreementId, { name: "Rosa R.", email: "rosa@home.example" })).status).toBe(
      303,
    );
  });

  test("a manager reads nothing of another team's child in the history", async () => {
    const ines = await childIdOf(rosa.agreementId, "Inés R.");
    await world.ask(`${path}/children/${ines}/remove`, { cookie: ada.cookie, form: {} });
    await world.ask(`${path}/children`, { cookie: ada.cookie, form: { child: "Teo R.", team: hawks } });
    expect(await read(path, ada.cookie)).toContain("Child removed: Inés R.");
    const page = await read(path, mia.cookie);
    expect(page).toContain("Child added: Teo R.");
    expect(page).not.toContain("Inés");
    expect(page).not.toContain("in another team");
  });

  test("a manager who removes the last child of their team returns to the list", async () => {
    const eva = await parentLink(world, lakeside, {
      children: [
        { name: "Ada E.", teamId: hawks },
        { name: "Bea E.", teamId: otters },
      ],
    });
    const own = await childIdOf(eva.agreementId, "Ada E.");
    const answer = await world.ask(`/agreements/${eva.agreementId}/children/${own}/remove`, {
      cookie: mia.cookie,
      form: {},
    });
    expect(answer.headers.get("Location")).toBe("/agreements");
  });
});

// product/parents.md#contacts
describe("a child that a manager adds to the address of a parent of another team", async () => {
  const ana = await parentLink(world, lakeside, {
    name: "Ana Lucía",
    email: "ana@home.example",
    children: [{ name: "Leo L.", teamId: otters }],
  });
  const path = `/agreements/${ana.agreementId}`;
  const form = { name: "Whoever", email: "Ana@home.example", child: "Zed", team: hawks };

  test("a child added to the address of another team's parent opens nothing of the parent", async () => {
    expect(await statusOf(path, mia.cookie)).toBe(403);
    const added = await world.ask("/agreements/new", { cookie: mia.cookie, form });
    expect(added.status).toBe(303);
    for (const page of ["", "/edit", "/children", "/match", "/paper", "/reminder"])
      expect(await statusOf(path + page, mia.cookie), page).toBe(403);
    const list = await read("/agreements?q=ana", mia.cookie);
    expect(list).toContain("0 agreements");
    expect(list).not.toContain("Ana Lucía");
    expect((await world.ask("/agreements/new", { cookie: mia.cookie, form })).status).toBe(422);
  });

  test("a child added to the address of another team's parent waits for an administrator, who reads who added it to whom", async () => {
    expect(await read("/agreements", ada.cookie)).toContain("1 registration to look at");
    const page = await read("/email-collection/registrations", ada.cookie);
    expect(page).toContain("on your list as Ana Lucía");
    expect(page).toContain("added by Mia Manager");
    const ids = /name="ids"[^>]* value="([^"]+)"/.exec(page)?.[1] ?? "";
    await world.ask("/email-collection/registrations", {
      cookie: ada.cookie,
      form: { decide: "accept", ids },
    });
    const own = await read(path, mia.cookie);
    expect(own).toContain("Zed");
    expect(own).not.toContain("Leo L.");
    expect(own).toContain("Child added: Zed");
    expect(await statusOf(`${path}/edit`, mia.cookie)).toBe(403);
  });

  test("an administrator, or a manager who sees the parent, adds the child at once", async () => {
    const added = await world.ask("/agreements/new", { cookie: ada.cookie, form: { ...form, child: "Yan" } });
    expect(added.status).toBe(303);
    await world.ask("/agreements/new", { cookie: mia.cookie, form: { ...form, child: "Xul" } });
    const page = await read(path, ada.cookie);
    for (const child of ["Yan", "Xul"]) expect(page).toContain(`Child added: ${child}`);
    expect(await contactOf(ana.agreementId)).toMatchObject({ name: "Ana Lucía", email: "ana@home.example" });
  });
});

// product/parents.md#contacts
describe("the address that a parent was corrected away from", () => {
  const linkIn = async (email: string) => {
    const mails = (await mailsTo(email)).filter(({ tag }) => tag === "agreement-address-left");
    return mails.map(({ text }) => new URL(/http\S+\/parent\/address\/\S+/.exec(text)?.[0] ?? ""));
  };

  test("a parent's former address is mailed, and takes the address back once, which ends the link sent to the other one", async () => {
    const pat = await parentLink(world, lakeside, {
      name: "Pat Old",
      email: "pat.old@home.example",
      children: [{ name: "Kit", teamId: hawks }],
    });
    expect((await correct(pat.agreementId, { name: "Pat Old", email: "pat.new@home.example" })).status).toBe(
      303,
    );
    const [link] = await linkIn("pat.old@home.example");
    const path = `${link?.pathname}${link?.search}`;
    const page = await read(path, "");
    expect(page).toContain("pat.old@home.example");
    expect(page).not.toContain("pat.new@home.example");
    // A mail program that opens it changes nothing.
    expect(await contactOf(pat.agreementId)).toMatchObject({ email: "pat.new@home.example", issue: 2 });
    const sent = { issue: 3, sent_at: new Date().toISOString(), expires_at: "2099-01-01T00:00:00.000Z" };
    await inFile((db) => db.updateTable("agreements").set(sent).where("id", "=", pat.agreementId).execute());
    const newest = `/parent/agreement/${await linkOf(world, lakeside, pat.agreementId, 3)}`;
    expect(await statusOf(newest, "")).toBe(200);

    const taken = await world.ask(path, { form: {} });
    expect(await read(taken.headers.get("Location") ?? "", "")).toContain("Your address is back");
    expect(await contactOf(pat.agreementId)).toMatchObject({ email: "pat.old@home.example", sent_at: null });
    expect(await statusOf(newest, "")).toBe(404);
    expect(await statusOf(path, "")).toBe(404);
    expect(await linkIn("pat.new@home.example")).toEqual([]);
    const notices = (await mailsTo("admin@lakeside.example")).map(({ subject }) => subject);
    expect(notices).toContain("A parent took their email address back");
    expect(await read(`/agreements/${pat.agreementId}`, ada.cookie)).toContain(
      "taken back by the one before",
    );
    // The club's file has no address that nobody uses any more.
    expect(await inFile((db) => db.selectFrom("left_addresses").selectAll().execute())).toEqual([]);
  });

  test("a parent's former address is mailed after the parent's own correction too, unless it takes no mail", async () => {
    const own = await parentLink(world, lakeside, { name: "Own", email: "own.old@home.example" });
    const version = /name="version" value="([^"]+)"/.exec(await read(`${own.path}/data`, ""))?.[1] ?? "";
    const form = { intent: "correct", parentName: "Own", parentEmail: "own.new@home.example", version };
    expect((await world.ask(`${own.path}/data`, { form })).status).toBe(303);
    expect(await linkIn("own.old@home.example")).toHaveLength(1);
    const dead = await parentLink(world, lakeside, { name: "Dead", email: "dead.old@home.example" });
    await inFile((db) =>
      db.updateTable("contacts").set({ delivery: "bounced" }).where("id", "=", dead.contactId).execute(),
    );
    await correct(dead.agreementId, { name: "Dead", email: "dead.new@home.example" });
    expect(await linkIn("dead.old@home.example")).toEqual([]);
  });

  test("a former address cannot be taken back if another parent has it, and its link is dead once the parent is erased", async () => {
    const pat = await parentLink(world, lakeside, { name: "Pim", email: "pim.old@home.example" });
    await correct(pat.agreementId, { name: "Pim", email: "pim.new@home.example" });
    const other = await parentLink(world, lakeside, { name: "Other", email: "pim.old@home.example" });
    const [link] = await linkIn("pim.old@home.example");
    const path = `${link?.pathname}${link?.search}`;
    const refused = await world.ask(path, { form: {} });
    expect(await read(refused.headers.get("Location") ?? "", "")).toContain("Another parent of Lakeside FC");
    expect(await contactOf(other.agreementId)).toMatchObject({ email: "pim.old@home.example" });
    await world.ask(`/agreements/${pat.agreementId}/erase`, { cookie: ada.cookie, form: {} });
    expect(await linkIn("pim.old@home.example")).toEqual([]);
    expect(await statusOf(path, "")).toBe(404);
  });
});

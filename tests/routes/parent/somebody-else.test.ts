import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import { type ParentLink, parentLink } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, ada, mia } = await openLakeside();
afterAll(() => world.close());
const { checkChain } = await import("#app/domain/club/evidence/evidence.ts");
const { readChain } = await import("#app/domain/club/evidence/evidence.server.ts");

const BOXES = ["positiveSupport", "respectReferees", "followClubCode", "reportIncidents", "modelBehavior"];
const GEORGE = {
  parentName: "George Grandpa",
  parentEmail: "george@gp.example",
  digitalSignature: "George G",
};

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const read = async (path: string, cookie = "") =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const statusOf = async (path: string) => (await world.ask(path)).status;

let families = 0;
/** Creates a Fiona whose link was passed on; another one each time. */
const fiona = (): Promise<ParentLink> => {
  families += 1;
  const children = [{ name: "Sam", teamId: hawks }];
  return parentLink(world, lakeside, {
    name: `Fiona F${families}`,
    email: `fiona${families}@home.example`,
    children,
  });
};
/** Signs at a link with its filled form. */
async function sign({ path }: ParentLink, typed: Record<string, string>): Promise<Response> {
  const html = await read(path);
  const signatureDate = /\d{4}-\d\d-\d\d/.exec(/<input[^>]*name="signatureDate"[^>]*>/.exec(html)?.[0] ?? "");
  return world.ask(path, {
    form: {
      intent: "sign",
      textHash: /name="textHash" value="(\w+)"/.exec(html)?.[1] ?? "",
      ...Object.fromEntries(BOXES.map((name) => [name, "on"])),
      childName: "Sam",
      teams: hawks,
      consent: "on",
      signatureDate: signatureDate?.[0] ?? "",
      ...typed,
    },
  });
}
const parentsNow = () =>
  inFile((db) =>
    db
      .selectFrom("contacts as c")
      .innerJoin("agreements as a", "a.contact_id", "c.id")
      .select(["c.name", "c.email", "c.listed", "a.id", "a.status", "a.issue", "a.to_match", "a.sent_at"])
      .execute(),
  );
const parentNow = async (name: string) => {
  const found = (await parentsNow()).filter((parent) => parent.name === name);
  expect(found).toHaveLength(1);
  return found[0] as (typeof found)[number];
};
const recordsOf = (agreementId: string) =>
  inFile(async (db) => {
    const rows = await db
      .selectFrom("evidence_records")
      .select("record")
      .where("agreement_id", "=", agreementId)
      .orderBy("seq")
      .execute();
    return rows.map(({ record }) => JSON.parse(record));
  });
const mailsTo = (email: string) =>
  readMails(world.control.selectFrom("mails").selectAll().where("to_address", "=", email).execute());
const queueAll = async () => {
  const { queueMailPage } = await import("#app/journeys/club-events/queue-agreement-mails.server.ts");
  await inFile((db) => queueMailPage({ control: world.control, db, club: lakeside }));
};
const whole = async () => checkChain(await inFile((db) => readChain(db)), null);

// product/evidence.md#evidence
describe("'It is somebody else'", () => {
  test("'It is somebody else' gives the record to its signer, and asks the parent on the list again", async () => {
    const link = await fiona();
    await sign(link, GEORGE);
    const match = `/agreements/${link.agreementId}/match`;
    const page = await read(match, ada.cookie);
    expect(page).toContain("George Grandpa, george@gp.example");
    expect(page).toContain("It Is Somebody Else");
    const before = await read("/agreements", ada.cookie);
    expect(before).toMatch(/Completion<\/dt><dd>100%/);
    const answer = await world.ask(match, { cookie: ada.cookie, form: { keep: "else", onList: "on" } });

    const parent = await parentNow("Fiona F1");
    expect(parent).toMatchObject({ status: "pending", issue: 1, to_match: 0, email: "fiona1@home.example" });
    expect(answer.headers.get("Location")).toBe(`/agreements/${parent.id}`);
    expect(await read(`/agreements/${parent.id}`, ada.cookie)).toContain("the record of George Grandpa");
    const signer = await parentNow("George Grandpa");
    expect(signer).toMatchObject({ id: link.agreementId, status: "signed", listed: 1, to_match: 0 });
    expect(await read("/agreements", ada.cookie)).toMatch(/Completion<\/dt><dd>50%/);
    expect((await recordsOf(link.agreementId)).map(({ kind, enteredBy }) => [kind, enteredBy])).toEqual([
      ["signed", null],
      ["reassigned", "Ada Admin"],
    ]);
    expect(await recordsOf(parent.id)).toEqual([]);
    expect(await whole()).toEqual([]);

    // The forwarded link shows nothing of the signer; each person has their own link.
    for (const path of [link.path, `${link.path}/data`]) expect(await statusOf(path)).toBe(404);
    await queueAll();
    const linkIn = async (email: string, tag: string) =>
      /\/parent\/agreement\/[\w-]{43}/.exec(
        (await mailsTo(email)).filter((mail) => mail.tag === tag).at(-1)?.text ?? "",
      )?.[0] ?? "";
    expect(await read(await linkIn("fiona1@home.example", "agreement-request"))).toContain(
      "digitalSignature",
    );
    const own = await linkIn("george@gp.example", "agreement-copy");
    expect(await read(`${own}/data`)).toContain("George Grandpa");
    expect((await world.ask(match, { cookie: ada.cookie, form: { keep: "else" } })).status).toBe(404);
  });

  test("'It is somebody else' keeps a signer off the list if the club does not want them there", async () => {
    const link = await fiona();
    await sign(link, { ...GEORGE, parentName: "Off List", parentEmail: "off@gp.example" });
    await world.ask(`/agreements/${link.agreementId}/match`, { cookie: ada.cookie, form: { keep: "else" } });
    expect(await parentNow("Off List")).toMatchObject({ listed: 0, status: "signed" });
    expect(await read("/agreements?q=Off", ada.cookie)).toContain("0 agreements");
    expect(await read(`/agreements/${link.agreementId}`, ada.cookie)).toContain("Off List");
    expect(await parentNow(`Fiona F${families}`)).toMatchObject({ status: "pending" });
  });

  test("'It is somebody else' gives the record to the listed parent whose address it was signed with", async () => {
    const link = await fiona();
    const frank = await parentLink(world, lakeside, { name: "Frank F", email: "frank@home.example" });
    await sign(link, {
      ...GEORGE,
      parentName: "Frank F",
      parentEmail: "frank@home.example",
      digitalSignature: "F F",
    });
    await world.ask(`/agreements/${link.agreementId}/match`, { cookie: ada.cookie, form: { keep: "else" } });
    expect(await parentNow("Frank F")).toMatchObject({ id: link.agreementId, status: "signed", listed: 1 });
    expect(await statusOf(frank.path)).toBe(404);
    expect(await whole()).toEqual([]);
  });

  test("'It is somebody else' is for users who may see the whole parent", async () => {
    const link = await fiona();
    await sign(link, { ...GEORGE, parentName: "Gail G", parentEmail: "gail@gp.example" });
    await inFile((db) =>
      db.updateTable("children").set({ team_id: null }).where("contact_id", "=", link.contactId).execute(),
    );
    const answer = await world.ask(`/agreements/${link.agreementId}/match`, {
      cookie: mia.cookie,
      form: { keep: "else" },
    });
    expect(answer.status).toBe(403);
    expect(await parentNow(`Fiona F${families}`)).toMatchObject({ status: "signed" });
  });
});

// product/agreements.md#public-agreement
describe("'I am not Fiona'", () => {
  test("'I am not Fiona' signs for the signer alone, who is a parent of the list from then on", async () => {
    const link = await fiona();
    const name = `Fiona F${families}`;
    expect(await read(link.path)).toContain(`I am not ${name}.`);
    const typed = {
      parentName: "Gus G",
      parentEmail: "gus@gp.example",
      digitalSignature: "Gus G",
      notMe: "on",
    };
    const answer = await sign(link, typed);
    const own = answer.headers.get("Location") ?? "";
    expect(own).not.toContain(link.token);
    expect(await read(own)).toContain("Signed. Thank you!");
    expect(await parentNow(name)).toMatchObject({ status: "pending", issue: 1 });
    expect(await parentNow("Gus G")).toMatchObject({ status: "signed", listed: 1, to_match: 0 });
    expect((await recordsOf(link.agreementId)).map(({ kind }) => kind)).toEqual(["signed", "reassigned"]);
    // The signer becomes the parent of the typed players, as the team's manager sees.
    expect(await read("/agreements?q=Gus", mia.cookie)).toContain("Gus G");
    expect(await statusOf(link.path)).toBe(404);
    expect(await whole()).toEqual([]);
  });

  test("'I am not Fiona' needs a name and an address of one's own", async () => {
    const link = await fiona();
    const [name, email] = [`Fiona F${families}`, `fiona${families}@home.example`];
    const typed = {
      parentName: "Gil G",
      parentEmail: "gil@gp.example",
      digitalSignature: "Gil G",
      notMe: "on",
    };
    const sameName = await sign(link, { ...typed, parentName: name.toUpperCase() });
    expect(sameName.status).toBe(422);
    expect(await sameName.text()).toContain("Enter your own name");
    const sameAddress = await sign(link, { ...typed, parentEmail: email.toUpperCase() });
    expect(await sameAddress.text()).toContain("Enter your own email");
    expect(await parentNow(name)).toMatchObject({ status: "pending", id: link.agreementId });
  });
});

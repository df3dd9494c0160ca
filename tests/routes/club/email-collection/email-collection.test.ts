import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, ada, mia } = await openLakeside();
afterAll(() => world.close());
const { register, confirmRegistration } = await import(
  "#app/domain/club/registrations/registrations.server.ts"
);
const { inTransaction } = await import("#app/db/engine.server.ts");

const inClub = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const page = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();
const post = (path: string, options: Omit<NonNullable<Parameters<typeof world.ask>[1]>, "cookie">) =>
  world.ask(path, { cookie: ada.cookie, ...options });

/** Somebody who registered. @returns the registration's id */
async function registered(name: string, email: string, { confirmed = true } = {}): Promise<string> {
  const at = new Date().toISOString();
  const children = [{ child_name: `Kid of ${name}`, team_id: hawks }];
  const row = { name, email, children, language: "es" as const };
  return inClub((db) =>
    inTransaction(db, async (tx) => {
      await register(tx, row, at);
      const { id } = await tx
        .selectFrom("registrations")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      if (confirmed) await confirmRegistration(tx, id, at);
      return id;
    }),
  );
}
const contact = (email: string) =>
  inClub(async (db) => {
    const found = await db
      .selectFrom("contacts")
      .select(["id", "name", "language", "source"])
      .where("email_key", "=", email)
      .executeTakeFirst();
    if (!found) return null;
    const { id, ...row } = found;
    const children = await db.selectFrom("children").select("name").where("contact_id", "=", id).execute();
    return { ...row, children: children.map(({ name }) => name) };
  });
const decide = (value: string, ids: string[]) => {
  const body = new URLSearchParams({ decide: value });
  for (const id of ids) body.append("ids", id);
  return post("/email-collection/registrations", {
    body: body.toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
};

// product.md#email-collection
test("the list shows who confirmed, never who did not, and the tracker counts them", async () => {
  await registered("Vera Waits", "vera@parents.example");
  await registered("Uma Unconfirmed", "uma@parents.example", { confirmed: false });
  const html = await page("/email-collection/registrations");
  expect(html).toContain("Vera Waits");
  expect(html).not.toMatch(/\bUma\b/);
  expect(await page("/agreements")).toContain("1 parent registered");
  expect(await page("/email-collection")).toContain("1 registration to look at");
});

test("accepting adds the parent with the child, an agreement, and the language; nothing of them stays waiting", async () => {
  const id = await registered("Olga New", "olga@parents.example");
  expect((await decide("accept", [id])).status).toBe(303);
  expect(await contact("olga@parents.example")).toEqual({
    name: "Olga New",
    language: "es",
    source: "registered",
    children: ["Kid of Olga New"],
  });
  const row = await inClub((db) =>
    db.selectFrom("registrations").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ status: "accepted", name: "", email: "", child_name: "" });
  expect(row.contact_id).not.toBeNull();
  // Twice changes nothing.
  await decide("accept", [id]);
  expect((await contact("olga@parents.example"))?.children).toHaveLength(1);
});

test("an unconfirmed registration cannot be accepted by its id", async () => {
  const id = await registered("Una Never", "una@parents.example", { confirmed: false });
  await decide("accept", [id]);
  expect(await contact("una@parents.example")).toBeNull();
});

test("accepting who is on the list meanwhile adds the child and changes no name", async () => {
  const id = await registered("Other Name", "there@parents.example");
  await parentLink(world, lakeside, { name: "Right Name", email: "there@parents.example" });
  expect(await page("/email-collection/registrations")).toContain("only the child is added");
  await decide("accept", [id]);
  expect(await contact("there@parents.example")).toMatchObject({
    name: "Right Name",
    children: ["Kid of Other Name"],
  });
});

test("refusing adds nobody and keeps nothing of the person", async () => {
  const id = await registered("Rex Refused", "rex@parents.example");
  await decide("refuse", [id]);
  expect(await contact("rex@parents.example")).toBeNull();
  const row = await inClub((db) =>
    db.selectFrom("registrations").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ status: "refused", name: "", email: "", email_key: "" });
});

test("bulk entry adds what is valid and hands back the rest as it was typed", async () => {
  const body = new FormData();
  body.set("emails", "bulk1@parents.example; bulk2@parents.example, bulk1@parents.example\nnot an address");
  const answer = await post("/email-collection/bulk", { body });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain("2 parents added, 1 entered twice.");
  expect(html).toMatch(/<textarea[^>]*>\s*not an address<\/textarea>/);
  expect(await contact("bulk2@parents.example")).toMatchObject({ source: "manual", children: [] });
});

test("bulk entry without any address is refused and changes nothing", async () => {
  const body = new FormData();
  body.set("emails", "nobody");
  expect((await post("/email-collection/bulk", { body })).status).toBe(422);
});

test("bulk entry reads a CSV file, and refuses a picture", async () => {
  const csv = new FormData();
  csv.set(
    "file",
    new File(["\ufefffile1@parents.example\r\nbulk1@parents.example\r\n"], "a.csv", { type: "text/csv" }),
  );
  expect((await post("/email-collection/bulk", { body: csv })).status).toBe(303);
  expect(await contact("file1@parents.example")).not.toBeNull();
  const picture = new FormData();
  picture.set("file", new File([new Uint8Array([0x89, 0x50, 0, 0, 0, 1])], "a.csv", { type: "text/csv" }));
  expect((await post("/email-collection/bulk", { body: picture })).status).toBe(422);
});

test("the switch closes and opens the public page", async () => {
  await post("/email-collection", { form: { registration: "closed" } });
  expect(await page("/email-collection/qr")).toContain("Registration is closed");
  await post("/email-collection", { form: { registration: "open" } });
  expect(await page("/email-collection/qr")).not.toContain("Registration is closed");
});

test("the code is drawn as SVG and PNG, and its page has the address in words", async () => {
  const svg = await post("/email-collection/qr.svg", {});
  expect(svg.headers.get("Content-Type")).toContain("image/svg+xml");
  expect(await svg.text()).toMatch(/^<svg [^>]+viewBox="0 0 (\d+) \1"/);
  const png = new Uint8Array(await (await post("/email-collection/qr.png", {})).arrayBuffer());
  expect([...png.subarray(1, 4)]).toEqual([..."PNG"].map((char) => char.charCodeAt(0)));
  expect(await page("/email-collection/qr")).toMatch(/http:\/\/goodside\.test\/register\/[\w-]+/);
});

test("managers import nobody", async () => {
  expect((await world.ask("/email-collection", { cookie: mia.cookie })).status).toBe(403);
});

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, ada, mia } = await openLakeside();
afterAll(() => world.close());
const { openRefusals, takeBackRefusal } = await import("#app/domain/club/registrations/refusals.server.ts");
const { register, confirmRegistration, eraseRegistrations, nextRegistrationErasure } = await import(
  "#app/domain/club/registrations/registrations.server.ts"
);
const { DAY_MS } = await import("#app/runtime/durations.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const inClub = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const page = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();
const post = (path: string, options: Omit<NonNullable<Parameters<typeof world.ask>[1]>, "cookie">) =>
  world.ask(path, { cookie: ada.cookie, ...options });

/**
 * Registers a parent.
 * @returns the registration's id
 */
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
        .where("status", "=", "unconfirmed")
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

// product/parents.md#email-collection
test("the list shows parents who confirmed, never others, and the tracker counts them", async () => {
  await registered("Vera Waits", "vera@parents.example");
  await registered("Uma Unconfirmed", "uma@parents.example", { confirmed: false });
  const html = await page("/email-collection/registrations");
  expect(html).toContain("Vera Waits");
  expect(html).not.toMatch(/\bUma\b/);
  expect(await page("/agreements")).toContain("1 registration to look at");
  expect(await page("/email-collection")).toContain("1 registration to look at");
});

test("accepting adds the parent with the child, an agreement, and the language, and none of it stays pending", async () => {
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
  // Idempotent.
  await decide("accept", [id]);
  expect((await contact("olga@parents.example"))?.children).toHaveLength(1);
});

test("an unconfirmed registration cannot be accepted by its id", async () => {
  const id = await registered("Una Never", "una@parents.example", { confirmed: false });
  await decide("accept", [id]);
  expect(await contact("una@parents.example")).toBeNull();
});

test("accepting a parent who is on the list meanwhile adds the child and changes no name", async () => {
  const id = await registered("Other Name", "there@parents.example");
  await parentLink(world, lakeside, { name: "Right Name", email: "there@parents.example" });
  expect(await page("/email-collection/registrations")).toContain("only the child is added");
  await decide("accept", [id]);
  expect(await contact("there@parents.example")).toMatchObject({
    name: "Right Name",
    children: ["Kid of Other Name"],
  });
});

// product/parents.md#registration
describe("refusing", () => {
  const list = "/email-collection/registrations";
  const row = (id: string) =>
    inClub((db) => db.selectFrom("registrations").selectAll().where("id", "=", id).executeTakeFirst());
  /** Returns the time of the refusal, by which its button takes it back. */
  const refusedAt = async (id: string) => (await row(id))?.decided_at ?? "";
  const takeBack = async (at: string) => {
    const answer = await post(list, { form: { decide: "take-back", refused: at } });
    const flash = answer.headers.getSetCookie()[0]?.split(";")[0];
    return (await world.ask(list, { cookie: `${ada.cookie}; ${flash}` })).text();
  };
  const refuse = async (ids: string[]) => {
    await decide("refuse", ids);
    return refusedAt(ids[0] ?? "");
  };
  const erase = (at: Date) => inClub((db) => inTransaction(db, (tx) => eraseRegistrations(tx, at)));

  beforeEach(() => inClub((db) => db.deleteFrom("registrations").execute()));

  test("refusing all asks first, on a page with the number and the parents, and changes nothing before its button", async () => {
    const ids = [];
    for (let n = 1; n <= 7; n++) ids.push(await registered(`Parent ${n}`, `p${n}@parents.example`));
    const html = await page(list);
    expect(html).toContain(`href="${list}/refuse"`);
    expect(html).not.toMatch(/<button[^>]*value="refuse"[^>]*>Refuse All/);
    const asked = await page(`${list}/refuse`);
    expect(asked).toContain("Refuse 7 registrations?");
    for (let n = 1; n <= 7; n++)
      expect(asked).toContain(`Parent ${n} (p${n}@parents.example): Kid of Parent ${n} (Hawks)`);
    expect((await row(ids[0] ?? ""))?.status).toBe("waiting");
    // A registration made while the page is open is not refused with the others.
    const later = await registered("Lena Later", "lena@parents.example");
    const body = new URLSearchParams(ids.map((id) => ["ids", id]));
    const answer = await post(`${list}/refuse`, {
      body: body.toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, list]);
    expect((await row(ids[6] ?? ""))?.status).toBe("refused");
    expect((await row(later))?.status).toBe("waiting");
    expect((await post(`${list}/refuse`, {})).status).toBe(200);
    await refuse([later]);
    expect((await post(`${list}/refuse`, {})).headers.get("Location")).toBe(list);
  });

  test("refusing the chosen asks first and refuses those that it named, and without any it says what to do", async () => {
    const one = await registered("Cora Chosen", "cora@parents.example");
    const two = await registered("Cleo Chosen", "cleo@parents.example");
    const three = await registered("Theo Three", "theo@parents.example");
    const answer = await decide("ask", [one, two]);
    const asked = answer.headers.get("location") ?? "";
    expect(asked).toBe(`${list}/refuse?id=${one}&id=${two}`);
    await decide("accept", [two]);
    const html = await page(asked);
    expect(html).toContain("Refuse 1 registration?");
    expect(html).toContain("Cora Chosen (cora@parents.example)");
    expect(html).not.toContain("Theo Three");
    expect(html).toContain("1 registration you chose had been decided before.");
    expect((await row(one))?.status).toBe("waiting");
    const none = await decide("accept", []);
    expect(none.status).toBe(422);
    expect(await none.text()).toContain("Tick the box beside each registration that you mean");
    expect((await row(three))?.status).toBe("waiting");
  });

  test("refusing adds nobody, keeps the registrations for a day with one button for the press, and restores all of them", async () => {
    const ids = [await registered("Rex Refused", "rex@parents.example")];
    ids.push(await registered("Rita Refused", "rita@parents.example"));
    const at = await refuse(ids);
    expect(await contact("rex@parents.example")).toBeNull();
    const html = await page(list);
    expect(html.match(/value="take-back"/g)).toHaveLength(1);
    expect(html).toContain("Rex Refused, Rita Refused");
    expect(await takeBack(at)).toContain("2 registrations can be looked at again.");
    expect(await row(ids[0] ?? "")).toMatchObject({
      ...{ status: "waiting", decided_at: null, decided_by: null },
      ...{
        name: "Rex Refused",
        email: "rex@parents.example",
        child_name: "Kid of Rex Refused",
        team_id: hawks,
      },
    });
    // Pressed by two at once, it has one effect.
    expect(await takeBack(at)).toContain("Nothing to take back");
    await decide("accept", ids);
    expect(await contact("rex@parents.example")).toMatchObject({ children: ["Kid of Rex Refused"] });
  });

  test("a second time, after the first was taken back, is another refusal; each has its own button", async () => {
    const one = await registered("Otto One", "otto@parents.example");
    const two = await registered("Tess Two", "tess@parents.example");
    await takeBack(await refuse([one]));
    const first = await refuse([one]);
    const second = await refuse([two]);
    expect((await page(list)).match(/value="take-back"/g)).toHaveLength(2);
    await takeBack(second);
    expect((await row(two))?.status).toBe("waiting");
    expect(await refusedAt(one)).toBe(first);
  });

  test("registering again after a refusal leaves the child waiting once, and not at all if the club has it already", async () => {
    const again = await registered("Ann Again", "ann@parents.example");
    const accepted = await registered("Abe Accepted", "abe@parents.example");
    const other = await registered("Oda Other", "oda@parents.example");
    const at = await refuse([again, accepted, other]);
    await registered("Ann Again", "ann@parents.example");
    const taken = await registered("Abe Accepted", "abe@parents.example");
    await decide("accept", [taken]);
    expect(await takeBack(at)).toMatch(/1 registration can be looked at again\. 2 children had been/);
    const waiting = await inClub((db) =>
      db
        .selectFrom("registrations")
        .select("email")
        .where("status", "=", "waiting")
        .orderBy("email")
        .execute(),
    );
    expect(waiting.map(({ email }) => email)).toEqual(["ann@parents.example", "oda@parents.example"]);
    expect((await contact("abe@parents.example"))?.children).toHaveLength(1);
  });

  test("refusing is final after 24 hours, and then the jobs forget the person", async () => {
    const id = await registered("Fay Forgotten", "fay@parents.example");
    const at = await refuse([id]);
    const dayLater = new Date(Date.parse(at) + DAY_MS);
    expect(await inClub(nextRegistrationErasure)).toEqual(dayLater);
    await erase(new Date(dayLater.getTime() - 1));
    expect((await row(id))?.name).toBe("Fay Forgotten");
    const late = (when: Date) =>
      inClub((db) => inTransaction(db, (tx) => takeBackRefusal(tx, at, when.toISOString())));
    expect(await late(dayLater)).toEqual({ back: 0, twice: 0 });
    expect(await inClub((db) => openRefusals(db, dayLater.toISOString()))).toEqual([]);
    await erase(dayLater);
    expect(await inClub(nextRegistrationErasure)).toBeNull();
    expect(await row(id)).toMatchObject({
      status: "refused",
      name: "",
      email: "",
      email_key: "",
      child_name: "",
    });
    expect(await late(new Date(dayLater.getTime() - 1))).toEqual({ back: 0, twice: 0 });
  });
});

test("bulk entry adds the valid rows and returns the others as they were typed", async () => {
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

test("managers import no parents, and neither see nor decide registrations", async () => {
  for (const path of ["", "/registrations", "/registrations/refuse"])
    expect((await world.ask(`/email-collection${path}`, { cookie: mia.cookie })).status).toBe(403);
  const form = { decide: "take-back", refused: new Date().toISOString() };
  const answer = await world.ask("/email-collection/registrations", { cookie: mia.cookie, form });
  expect(answer.status).toBe(403);
});

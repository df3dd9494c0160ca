import { brotliCompressSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { readMails } from "../../support/mails.ts";
import { parentLink, setClub } from "../../support/parent-link.ts";

const { world, lakeside, riverside, hawks, lynxes } = await openLakeside();
afterAll(() => world.close());
const { slug } = await world.control
  .selectFrom("clubs")
  .select("slug")
  .where("code", "=", lakeside.code)
  .executeTakeFirstOrThrow();
const path = `/register/${slug}`;

let clients = 0;
const newClient = () => `203.0.${Math.floor(++clients / 250)}.${clients % 250}`;
const form = (over: Record<string, string> = {}) => ({
  name: "Pat Parent",
  email: "pat@parents.example",
  child: "Sam P.",
  team: hawks,
  ...over,
});
const send = (over: Record<string, string> = {}, options: Parameters<typeof world.ask>[1] = {}) =>
  world.ask(path, { form: form(over), ip: newClient(), ...options });
const registrations = (email: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("registrations").selectAll().where("email", "=", email).execute(),
  );
const mailsTo = async (email: string) =>
  readMails(world.control.selectFrom("mails").selectAll().where("to_address", "=", email).execute());
const linkTo = async (email: string) => {
  const texts = (await mailsTo(email)).map(({ text }) => text);
  return /(\/register\/confirm\/\S+)/.exec(texts.at(-1) ?? "")?.[1] ?? "";
};

describe("the page behind the QR code", () => {
  test.each(["en", "es"])(
    "the registration page asks four things in %s in less than 9,000 bytes, without a script",
    async (lang) => {
      const html = await (await world.ask(`${path}?lang=${lang}`)).text();
      expect(html).toContain(lang === "en" ? "Your child&#x27;s team" : "Equipo de su hijo o hija");
      expect(html).toContain("Hawks");
      expect(html).not.toContain("<script");
      expect(brotliCompressSync(html).length).toBeLessThan(9_000);
    },
  );

  test("the registration page uses the browser's language", async () => {
    const answer = await world.ask(path, { headers: { "Accept-Language": "es-MX,en;q=0.5" } });
    expect(await answer.text()).toContain("lista de padres de Lakeside");
  });

  test("the registration page says that the club has closed it, and takes nothing", async () => {
    await setClub(world, lakeside, { registration_open: 0 });
    expect(await (await world.ask(path)).text()).toContain("Registration is closed");
    await send({ email: "closed@parents.example" });
    await setClub(world, lakeside, { registration_open: 1 });
    expect(await registrations("closed@parents.example")).toEqual([]);
  });

  test("an address of no club is not found", async () => {
    expect((await world.ask("/register/no-such-club")).status).toBe(404);
  });
});

// product/parents.md#registration
describe("registering", () => {
  test("the club sees a registration only once its link's button is pressed, and opening the link changes nothing", async () => {
    expect((await send()).headers.get("Location")).toBe(`${path}?lang=en&sent=yes`);
    const email = "pat@parents.example";
    expect(await registrations(email)).toMatchObject([{ status: "unconfirmed", child_name: "Sam P." }]);
    const link = await linkTo(email);
    expect(await (await world.ask(link)).text()).toContain("Is this your email?");
    expect(await registrations(email)).toMatchObject([{ status: "unconfirmed" }]);
    expect((await world.ask(link, { form: {} })).status).toBe(303);
    expect(await registrations(email)).toMatchObject([{ status: "waiting" }]);
    expect(await (await world.ask(link)).text()).toContain("Your registration has reached Lakeside FC.");
  });

  test("the same child twice waits once", async () => {
    const email = "twice@parents.example";
    for (const _ of [1, 2]) {
      await send({ email });
      await world.ask(await linkTo(email), { form: {} });
    }
    expect(await registrations(email)).toHaveLength(1);
  });

  test("a form that is sent again, as after a crash, is stored and mailed once", async () => {
    const email = "again@parents.example";
    const page = await (await world.ask(path)).text();
    const submission = /name="submission" value="([\w-]{22})"/.exec(page)?.[1] ?? "";
    expect(submission).not.toBe("");
    const more = { child2: "Ava P.", team2: hawks };
    const answers = await Promise.all([1, 2].map(() => send({ email, submission, ...more })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await registrations(email)).toHaveLength(2);
    expect(await mailsTo(email)).toHaveLength(1);
    // Back in the browser, for another child, with the same key.
    await send({ email, submission, child: "Lee P." });
    expect(await registrations(email)).toHaveLength(3);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test("a known address, one that waits and a new one get the same answer, and only the mail differs", async () => {
    const known = "known@parents.example";
    await parentLink(world, lakeside, { email: known });
    const [one, other] = [await send({ email: known }), await send({ email: "unknown@parents.example" })];
    for (const answer of [one, other]) answer.headers.delete("X-Request-Id");
    expect([one.status, one.headers.get("Location")]).toEqual([other.status, other.headers.get("Location")]);
    const [mail] = await mailsTo(known);
    expect(mail?.text).toContain("on the club's list of parents already");
    // Both write the same rows, so that the time reveals nothing.
    const links = await world.control
      .selectFrom("link_tokens")
      .select("email")
      .where("purpose", "=", "registration")
      .where("email", "in", [known, "unknown@parents.example"])
      .execute();
    expect(links).toHaveLength(2);
  });

  test("a contact who registers another child has it added by the link, once the club accepts", async () => {
    const email = "second@parents.example";
    await parentLink(world, lakeside, { email });
    await send({ email, child: "Kit P." });
    await world.ask(await linkTo(email), { form: {} });
    expect(await registrations(email)).toMatchObject([{ status: "waiting", child_name: "Kit P." }]);
  });

  test("a contact of another club is new here", async () => {
    await parentLink(world, riverside, {
      email: "elsewhere@parents.example",
      children: [{ name: "Kit", teamId: lynxes }],
    });
    await send({ email: "elsewhere@parents.example" });
    expect(await linkTo("elsewhere@parents.example")).not.toBe("");
  });

  test("an address is mailed three times an hour, and the answer stays the same", async () => {
    const email = "often@parents.example";
    const answers = [];
    for (const _ of [1, 2, 3, 4, 5]) answers.push((await send({ email })).headers.get("Location"));
    expect(new Set(answers)).toEqual(new Set([`${path}?lang=en&sent=yes`]));
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test("a fourth child within an hour is not lost: it comes under the mail that is on its way", async () => {
    const email = "four@parents.example";
    for (const child of ["Ada", "Ben", "Cy", "Dee"]) await send({ email, child });
    expect(await mailsTo(email)).toHaveLength(3);
    const link = await linkTo(email);
    const page = await (await world.ask(link)).text();
    for (const child of ["Cy", "Dee"]) expect(page).toContain(`<li>${child}, Hawks</li>`);
    await world.ask(link, { form: {} });
    const waiting = (await registrations(email)).filter(({ status }) => status === "waiting");
    expect(waiting.map(({ child_name }) => child_name).sort()).toEqual(["Cy", "Dee"]);
  });

  test("an owner who confirms each link is mailed a fourth one", async () => {
    const email = "owner@parents.example";
    for (const child of ["Ada", "Ben", "Cy", "Dee"]) {
      await send({ email, child });
      await world.ask(await linkTo(email), { form: {} });
    }
    const all = await registrations(email);
    expect(all.map(({ child_name, status }) => `${child_name} ${status}`).sort()).toEqual(
      ["Ada", "Ben", "Cy", "Dee"].map((name) => `${name} waiting`),
    );
  });

  test("one form and one mail register up to eight children", async () => {
    const email = "eight@parents.example";
    const more = Object.fromEntries(
      [2, 3, 4, 5, 6, 7, 8].flatMap((number) => [
        [`child${number}`, `Kid ${number}`],
        [`team${number}`, hawks],
      ]),
    );
    expect((await send({ email, ...more, child9: "Kid 9", team9: hawks })).status).toBe(303);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await registrations(email)).toHaveLength(8);
    await world.ask(await linkTo(email), { form: {} });
    expect((await registrations(email)).map(({ status }) => status)).toEqual(Array(8).fill("waiting"));
    const half = await send({ email: "half@parents.example", child2: "Kid 2", child3: "", team3: hawks });
    expect(half.status).toBe(422);
    const html = await half.text();
    expect(html).toContain("Choose your child&#x27;s team");
    expect(html).toContain("Enter your child&#x27;s name or initials");
    expect(html).toContain('value="Kid 2"');
    expect(await registrations("half@parents.example")).toEqual([]);
  });

  test("a network sends 600 an hour, counted before the work", async () => {
    const { mayRegister } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
    const ip = newClient();
    // Raises the clubs' own limits, which are not tested here.
    for (let sent = 0; sent < 598; sent++) await mayRegister(ip, `club-${sent}`);
    const statuses = [];
    for (const sent of [1, 2, 3])
      statuses.push((await send({ email: `n${sent}@parents.example` }, { ip })).status);
    expect(statuses).toEqual([303, 303, 429]);
    expect(await registrations("n3@parents.example")).toEqual([]);
  });

  test.each([
    ["name", "Pat\u202Ematt", "Use letters that can be read and printed"],
    ["name", "a\u0301\u0301\u0301\u0301\u0301\u0301", "Use letters that can be read and printed"],
    ["child", "12345", "Enter your child&#x27;s name or initials"],
    ["child", "Sam\u0000", "Use one line of plain text"],
    ["email", "pat", "Enter an email address in the format"],
    ["team", "", "Choose your child&#x27;s team"],
    ["team", lynxes, "Choose your child&#x27;s team"],
  ])("a registration refuses a %s that is %j and keeps the typed values", async (field, value, problem) => {
    const answer = await send({ email: "refused@parents.example", [field]: value });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(problem);
    expect(html).toContain('value="Sam P."'.replace("Sam P.", field === "child" ? "" : "Sam P."));
  });

  test("a dead link says so", async () => {
    const answer = await world.ask("/register/confirm/unknown?lang=es");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Este enlace no funciona");
  });
});

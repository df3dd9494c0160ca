import { afterAll, describe, expect, test, vi } from "vitest";
import { startFakePostmark, takes } from "../../mail/fake-postmark.ts";
import { cookiesOf, staffOf } from "../../support/staff.ts";
import { openWorld } from "../../support/world.ts";

// product/emails.md#words-of-emails

const postmark = await startFakePostmark();
process.env.SANDBOX_URL = postmark.url;
process.env.MAIL_FROM = "hello@goodside.example";
const world = await openWorld();
const { control } = world;
afterAll(async () => {
  await world.close();
  await postmark.close();
});

const { queueMail } = await import("#app/queue/mail-queue.server.ts");
const { sendMail } = await import("#app/mail/send-mail.server.ts");
const { templates } = await import("#app/mail/templates.ts");
const { typedWords, ownWords } = await import("#app/mail/email-words.ts");

const { staff, signIn } = staffOf(world);
const editor = await staff("admin");
const cookie = cookiesOf(await signIn(editor.email));
const moderator = cookiesOf(await signIn((await staff("moderator")).email));

const kind = templates["verification-decided"];
const own = typedWords(ownWords(kind, "approved"));
const at = (page = "") => `/admin/email-templates/verification-decided${page}?variant=approved`;
const read = async (address: string) =>
  (await (await world.ask(address, { cookie })).text()).replaceAll("<!-- -->", "");
const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
const version = async (page = "/edit") => versionIn(await read(at(page)));
const save = async (change: Partial<typeof own> & { state?: string; version?: string }) =>
  world.ask(at("/edit"), {
    cookie,
    form: { ...own, state: "active", version: change.version ?? (await version()), ...change },
  });
const states = () =>
  control.selectFrom("email_words").select(["number", "state"]).orderBy("number").execute();

/** Returns the subject of the current email. */
async function sentSubject(): Promise<string> {
  const key = `decided-${Math.random()}`;
  await queueMail(control, {
    key,
    to: "ada@lakeside.example",
    template: "verification-decided",
    variables: { ...kind.sample, outcome: "approved" },
  });
  const { id } = await control
    .selectFrom("mails")
    .select("id")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  postmark.answers.push(takes(key));
  await sendMail(control, id);
  const mail = await control
    .selectFrom("mails")
    .select(["status", "subject"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(mail.status).toBe("sent");
  return mail.subject;
}

describe("the words of an email", () => {
  test("edited words are a draft that nobody gets, until they are put in use, with the author", async () => {
    expect((await save({ subject: "Draft for {club}", state: "draft" })).status).toBe(303);
    expect(await sentSubject()).toBe("Your players are verified: Lakeside Futbol Club");
    expect(await read(at("/edit"))).toContain('value="Draft for {club}"');
    expect(await read("/admin/email-templates")).toContain("Draft");
    expect((await save({ subject: "Good news: {club}" })).status).toBe(303);
    expect(await sentSubject()).toBe("Good news: Lakeside Futbol Club");
    expect(await states()).toEqual([{ number: 2, state: "active" }]);
    const audit = await control
      .selectFrom("audit")
      .select(["kind", "actor_id", "detail"])
      .where("kind", "like", "staff.email-%")
      .orderBy("seq")
      .execute();
    const detail = JSON.stringify({ email: "verification-decided", wording: "approved" });
    expect(audit).toEqual([
      { kind: "staff.email-draft-saved", actor_id: editor.id, detail },
      { kind: "staff.email-words-used", actor_id: editor.id, detail },
    ]);
  });

  test("edited words that cannot be sent are refused at their field, with everything typed kept", async () => {
    const refused = await save({ heading: "For {clubb}", why: "See example.org" });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("{clubb} is not one of the variables");
    expect(html).toContain("reads like an address");
    expect(html).toContain('value="For {clubb}"');
    expect(await sentSubject()).toBe("Good news: Lakeside Futbol Club");
  });

  test("edited words are not overwritten if a colleague saved meanwhile, even by two at once", async () => {
    const stale = await version();
    expect((await save({ subject: "First: {club}" })).status).toBe(303);
    const late = await save({ subject: "Second: {club}", version: stale });
    expect(late.status).toBe(422);
    const html = (await late.text()).replaceAll("<!-- -->", "");
    expect(html).toContain("Second: {club}");
    expect(html).toContain("First: {club}");
    const same = await version();
    const both = await Promise.all(
      ["A", "B"].map((name) => save({ subject: `${name}: {club}`, version: same })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  test("edited words are shown with their changes, used again, and replaced by the built-in ones", async () => {
    const history = await read(at("/history"));
    expect(history).toContain("<del>Your players are verified: {club}</del>");
    expect(history).toContain("<ins>Good news: {club}</ins>");
    const again = await world.ask(at("/history"), {
      cookie,
      form: { number: "2", version: await version("/history") },
    });
    expect(again.status).toBe(303);
    expect(await sentSubject()).toBe("Good news: Lakeside Futbol Club");
    const back = { number: "own", version: await version("/history") };
    expect((await world.ask(at("/history"), { cookie, form: back })).status).toBe(303);
    expect(await sentSubject()).toBe("Your players are verified: Lakeside Futbol Club");
    const gone = { number: "77", version: await version("/history") };
    expect((await world.ask(at("/history"), { cookie, form: gone })).status).toBe(422);
    expect((await states()).filter(({ state }) => state === "active")).toEqual([]);
  });

  test("words saved as they are built in put these back in use", async () => {
    await save({ subject: "Other: {club}" });
    await save({});
    expect((await states()).filter(({ state }) => state === "active")).toEqual([]);
  });

  test("words that a later release cannot use are replaced by the built-in ones, and staff see it", async () => {
    await save({ subject: "Mine: {club}" });
    await control
      .updateTable("email_words")
      .set({ words: JSON.stringify({ ...ownWords(kind, "approved"), heading: "{gone}" }) })
      .where("state", "=", "active")
      .execute();
    expect(await sentSubject()).toBe("Your players are verified: Lakeside Futbol Club");
    expect(await read(at())).toContain("The edited words cannot be used");
    expect(await read("/admin/email-templates")).toContain("Cannot be used");
    await save({});
  });
});

test("a test goes to one address, with the shown words, once for a form sent twice", async () => {
  await save({ subject: "Draft: {club}", state: "draft" });
  const page = await read(`${at()}&of=draft`);
  expect(page).toContain("Draft: Lakeside Futbol Club");
  const form = {
    email: "me@goodside.example",
    of: "draft",
    submission: /name="submission" value="([^"]*)"/.exec(page)?.[1] ?? "",
  };
  for (let times = 0; times < 2; times += 1)
    expect((await world.ask(at(), { cookie, form })).status).toBe(303);
  const mails = await control.selectFrom("mails").selectAll().where("to_address", "=", form.email).execute();
  expect(mails).toHaveLength(1);
  postmark.answers.push(takes("test"));
  await sendMail(control, mails[0]?.id ?? "");
  const sent = await control
    .selectFrom("mails")
    .select("subject")
    .where("to_address", "=", form.email)
    .executeTakeFirst();
  expect(sent?.subject).toBe("Test: Draft: Lakeside Futbol Club");
  const wrong = await world.ask(at(), { cookie, form: { ...form, email: "nobody" } });
  expect(wrong.status).toBe(422);
});

test("a test counts nowhere as sent, delivered or bounced", async () => {
  const outcomes = () => control.selectFrom("mail_counts").selectAll().orderBy("outcome").execute();
  const before = await outcomes();
  const { recordDelivery } = await import("#app/mail/record-delivery.server.ts");
  const form = { email: "two@goodside.example", of: "own", submission: "not-counted" };
  expect((await world.ask(at(), { cookie, form })).status).toBe(303);
  const find = () =>
    control.selectFrom("mails").selectAll().where("to_address", "=", form.email).executeTakeFirstOrThrow();
  postmark.answers.push(takes("test-2"));
  await sendMail(control, (await find()).id);
  const sent = await find();
  expect(sent.status).toBe("sent");
  await world.control
    .transaction()
    .execute((tx) => recordDelivery(tx, [sent], { delivery: "delivered", reason: null }));
  expect(await outcomes()).toEqual(before);
});

test("variables may be typed by other names, and are stored by ours", async () => {
  expect(await read(at("/edit"))).toContain("{clubName} for {club}");
  const saved = await save({
    subject: "Verified: {clubName}",
    body: own.body.replaceAll("{club}", "{clubName}"),
  });
  expect(saved.status).toBe(303);
  expect(await sentSubject()).toBe("Verified: Lakeside Futbol Club");
  const page = await read(at("/edit"));
  expect(page).toContain('value="Verified: {club}"');
  expect(page).not.toContain('value="Verified: {clubName}"');
  expect((await save({ subject: "For {parentEmail}" })).status).toBe(422);
});

test("the preview takes a club's names, and no person's", async () => {
  await world.club("Zilker <b>United</b>", { code: "zilker" });
  const page = await read(`${at()}&club=ZILKER`);
  expect(page).toContain("first team of Zilker &lt;b&gt;United&lt;/b&gt;");
  const shown = await read(`${at("/preview")}&club=zilker`);
  expect(shown).toContain("Zilker &lt;b&gt;United&lt;/b&gt;");
  expect(shown).not.toContain("Lakeside");
  expect(shown).not.toContain("zilker@");
  expect(await read(`${at()}&club=nowhere`)).toContain("No club has that code.");
});

test("the preview is the email in a frame without scripts, forms and origin", async () => {
  const page = await world.ask(at(), { cookie });
  expect(page.headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
  const preview = await world.ask(at("/preview"), { cookie });
  expect(preview.headers.get("Content-Security-Policy")).toMatch(/^sandbox; default-src 'none'/);
  expect(preview.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  expect(await preview.text()).toContain("Your players are verified");
  const other = await world.ask("/admin/clubs", { cookie });
  expect(other.headers.get("Content-Security-Policy")).not.toContain("frame-src");
});

test("every email has its page in each wording, each tab answers, and moderators see none", async () => {
  for (const [name, { words }] of Object.entries(templates))
    for (const variant of Object.keys(words)) {
      const page = await world.ask(`/admin/email-templates/${name}?variant=${variant}`, { cookie });
      expect([name, variant, page.status]).toEqual([name, variant, 200]);
      const preview = await world.ask(`/admin/email-templates/${name}/preview?variant=${variant}`, {
        cookie,
      });
      expect(preview.status).toBe(200);
    }
  expect((await world.ask(at("").replace("approved", "nobody"), { cookie })).status).toBe(404);
  expect((await world.ask("/admin/email-templates/constructor", { cookie })).status).toBe(404);
  expect(await read("/admin/email-templates?tab=automation")).toContain("Configure: Verification reminder");
  expect(await read("/admin/email-templates?tab=analytics")).toMatch(/Verification decided/);
  for (const page of ["/admin/email-templates", at(), at("/edit"), at("/history"), at("/preview")])
    expect((await world.ask(page, { cookie: moderator })).status).toBe(403);
});

test("test emails are limited", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const answers: number[] = [];
  for (let times = 0; times < 22; times += 1)
    answers.push(
      (
        await world.ask(at(), {
          cookie,
          form: { email: "me@goodside.example", of: "own", submission: `test-${times}` },
        })
      ).status,
    );
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
});

import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { queueMail } = await import("#app/mail/queue-mail.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const welcome = {
  key: "welcome:lakeside1",
  tag: "welcome",
  to: "ada@lakeside.example",
  subject: "Welcome",
  html: "<p>Hello</p>",
  text: "Hello",
};
const mails = () => world.control.selectFrom("mails").selectAll().orderBy("created_at").execute();
const jobs = () => world.control.selectFrom("jobs").selectAll().where("kind", "=", "mail.send").execute();

test("a mail is queued once for its key, with one job that names it", async () => {
  await queueMail(world.control, { ...welcome, clubCode: null, fromName: "Lakeside FC" });
  await queueMail(world.control, { ...welcome, subject: "Another" });
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    subject: "Welcome",
    status: "queued",
    stream: "outbound",
    from_name: "Lakeside FC",
  });
  expect((await jobs()).map((job) => JSON.parse(job.payload))).toEqual([{ mailId: mail?.id }]);
});

test("a mail of a transaction that is rolled back is neither stored nor sent", async () => {
  const before = (await jobs()).length;
  await inTransaction(world.control, async (tx) => {
    await queueMail(tx, { ...welcome, key: "never" });
    throw new Error("changed my mind");
  }).catch(() => {});
  expect((await mails()).map((mail) => mail.key)).not.toContain("never");
  expect(await jobs()).toHaveLength(before);
});

test("line breaks in an address, a name or the subject are refused, and so is a mail without a text part", async () => {
  for (const change of [
    { to: "a@b.example\r\nBcc: c@d.example" },
    { subject: "Hi\nthere" },
    { fromName: "Lake\u0000side" },
    { replyTo: "a@b.example\n" },
    { text: " " },
  ]) {
    await expect(queueMail(world.control, { ...welcome, key: "bad", ...change })).rejects.toThrow();
  }
  expect((await mails()).map((mail) => mail.key)).not.toContain("bad");
});

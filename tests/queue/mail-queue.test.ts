import { afterAll, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import { readMails } from "../support/mails.ts";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { queueMail, queueMails } = await import("#app/queue/mail-queue.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const welcome = {
  key: "welcome:lakeside1",
  template: "welcome" as const,
  variables: templates.welcome.sample,
  to: "ada@lakeside.example",
};
const mails = () => world.control.selectFrom("mails").selectAll().orderBy("created_at").execute();
const jobs = () => world.control.selectFrom("jobs").selectAll().where("kind", "=", "mail.send").execute();

test("a mail is queued once for its key, with one job that names it", async () => {
  await queueMail(world.control, { ...welcome, clubCode: null, fromName: "Lakeside FC" });
  await queueMail(world.control, {
    ...welcome,
    variables: { ...templates.welcome.sample, plan: "Another" },
  });
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    tag: "welcome",
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

test("line breaks in an address or a name are refused, and so is a mail to nobody", async () => {
  for (const change of [
    { to: "a@b.example\r\nBcc: c@d.example" },
    { fromName: "Lake\u0000side" },
    { replyTo: "a@b.example\n" },
    { unsubscribe: { url: "http://goodside.test/mail/stop/1\r\nBcc: c@d.example" } },
    { to: " " },
  ]) {
    await expect(queueMail(world.control, { ...welcome, key: "bad", ...change })).rejects.toThrow();
  }
  expect((await mails()).map((mail) => mail.key)).not.toContain("bad");
});

test("a mail's variables are sealed, even under the previous secret", async () => {
  await queueMail(world.control, { ...welcome, key: "sealed" });
  const row = (await mails()).find(({ key }) => key === "sealed");
  expect(JSON.stringify(row)).not.toContain("token=");
  expect((await readMails(Promise.resolve(row ? [row] : [])))[0]?.text).toContain(
    templates.welcome.sample.setupLink,
  );
  const { env } = await import("#app/config/env.server.ts");
  const secrets = env().sessionSecrets;
  const [first = ""] = secrets;
  secrets.unshift("another secret that is long enough to seal");
  try {
    expect((await readMails(mails())).find(({ key }) => key === "sealed")?.text).toContain("token=");
    secrets.splice(0, 2, "another secret that is long enough to seal");
    await expect(readMails(mails())).rejects.toThrow(/another secret/);
  } finally {
    secrets.splice(0, 1, first);
  }
});

test("mails queued together are each stored once, with a job that runs when they are due", async () => {
  const sendAfter = new Date("2031-05-05T07:00:00.000Z");
  const many = Array.from({ length: 600 }, (_, n) => ({ ...welcome, key: `many:${n}`, sendAfter }));
  await queueMails(world.control, [...many, ...many.slice(0, 3)]);
  await queueMails(world.control, many);
  const ids = (await mails()).filter(({ key }) => key.startsWith("many:")).map(({ id }) => id);
  expect(ids).toHaveLength(600);
  const due = (await jobs()).filter(({ run_at }) => run_at === sendAfter.toISOString());
  expect(due.map(({ key }) => key).sort()).toEqual(ids.map((id) => `mail.send:${id}`).sort());
});

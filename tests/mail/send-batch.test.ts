import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import type { Mail } from "#app/queue/mail-queue.server.ts";
import { testOnFiles } from "#tests/support/on-files.ts";
import { openWorld } from "../support/world.ts";
import { cutsAtOnce, cutsItsYes, says, startFakePostmark, takesAll } from "./fake-postmark.ts";

const postmark = await startFakePostmark();
process.env.SANDBOX_URL = postmark.url;
const world = await openWorld();
afterAll(async () => {
  await world.close();
  await postmark.close();
});
const { queueMail, queueMails } = await import("#app/queue/mail-queue.server.ts");
const { SEARCH_LAG_MS } = await import("#app/mail/settle-mail.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { control } = world;

beforeEach(async () => {
  postmark.asked.length = 0;
  postmark.answers.length = 0;
  await control.deleteFrom("mails").execute();
  await control.deleteFrom("jobs").execute();
});

const reminder = (n: number, more: Partial<Mail> = {}) =>
  ({
    key: `reminder:${n}`,
    template: "perfect-game",
    variables: templates["perfect-game"].sample,
    to: `coach-${n}@people.example`,
    fromName: "Lakeside FC",
    stream: "broadcast",
    ...more,
  }) as Mail;
const reminders = (many: number) => Array.from({ length: many }, (_, n) => reminder(n));
const mails = () => control.selectFrom("mails").selectAll().orderBy("key").execute();
const statuses = async () => (await mails()).map(({ status }) => status);
const sentTo = () => postmark.batches().map((batch) => batch.map(({ To }) => To));
const batchOf = (message: Record<string, unknown> | undefined) =>
  (message?.Metadata as { batch?: string } | undefined)?.batch;
/** Makes failed mails due again. */
const retry = async () => {
  await control.updateTable("jobs").set({ run_at: "2000-01-01" }).where("status", "=", "queued").execute();
  return runDueJobs(world.platform);
};
const searchCatchesUp = () =>
  control
    .updateTable("mails")
    .set({ attempted_at: new Date(Date.now() - SEARCH_LAG_MS).toISOString() })
    .where("attempted_at", "is not", null)
    .execute();
/** Makes Postmark's search find the messages of its first batch to these addresses. */
const hasMessagesTo = (...wanted: string[]) => {
  const found = (postmark.batches()[0] ?? []).filter(({ To }) => wanted.includes(String(To)));
  const Messages = found.map(({ To, Metadata }) => ({ MessageID: `found-${To}`, Metadata }));
  return says(200, { TotalCount: Messages.length, Messages });
};

test("1,200 reminders go out in calls of 500, each once", async () => {
  await queueMails(control, reminders(1_200));
  expect(await runDueJobs(world.platform)).toBe(3);
  expect(postmark.asked.map(({ path }) => path)).toEqual(Array(3).fill("/email/batch"));
  expect(sentTo().map((to) => to.length)).toEqual([500, 500, 200]);
  expect(new Set(sentTo().flat()).size).toBe(1_200);
  expect(new Set(await statuses())).toEqual(new Set(["sent"]));
  const [queued] = await control
    .selectFrom("mail_counts")
    .select("mails")
    .where("template", "=", "perfect-game")
    .where("outcome", "=", "sent")
    .execute();
  expect(queued?.mails).toBe(1_200);
});

testOnFiles("what is noted of a batch is found by the mails' ids, not among all that wait", async () => {
  await queueMails(control, reminders(3));
  const heard: { sql: string; parameters: readonly unknown[] }[] = [];
  const hear = (statement: unknown) => heard.push(statement as (typeof heard)[number]);
  subscribe("goodside.statement", hear);
  try {
    await runDueJobs(world.platform);
  } finally {
    unsubscribe("goodside.statement", hear);
  }
  expect(await statuses()).toEqual(["sent", "sent", "sent"]);
  const changes = heard.filter((statement) =>
    /^\s*(update "?mails|select \* from "mails" where "id" in)/.test(statement.sql),
  );
  expect(changes).toHaveLength(3);
  for (const change of changes) {
    const parameters = [...change.parameters];
    const bound = change.sql.split("?").map((part) => sql.raw(part));
    const query = bound.reduce((before, part) => sql`${before}${parameters.shift()}${part}`);
    const plan = await sql<{ detail: string }>`explain query plan ${query}`.execute(control);
    const steps = plan.rows.map(({ detail }) => detail).filter((detail) => detail.includes("mails"));
    expect(steps).toEqual([expect.stringMatching(/^SEARCH mails USING INDEX \w+ \(id=\?\)$/)]);
  }
});

test("each message of a batch names its mail, its batch and the club", async () => {
  await queueMails(control, reminders(2));
  await runDueJobs(world.platform);
  const [first, second] = postmark.batches()[0] ?? [];
  const [mail] = await mails();
  expect(first).toMatchObject({
    From: '"Lakeside FC via Goodside" <hello@goodside.example>',
    MessageStream: "broadcast",
    Tag: "perfect-game",
    Metadata: { mail: mail?.id, batch: expect.any(String) },
  });
  expect(second?.Metadata).toMatchObject({ batch: batchOf(first) });
  expect(mail).toMatchObject({
    status: "sent",
    provider_id: "message-0",
    variables: null,
    subject: first?.Subject,
  });
});

test("a mail that is refused or cannot be rendered holds up no other", async () => {
  await queueMails(control, reminders(5));
  await control.updateTable("mails").set({ tag: "gone" }).where("key", "=", "reminder:0").execute();
  const taken = (id: string) => ({ ErrorCode: 0, Message: "OK", MessageID: id });
  postmark.answers.push(
    says(200, [
      taken("one"),
      { ErrorCode: 406, Message: "marked as inactive" },
      { ErrorCode: 405, Message: "Not allowed to send" },
      taken("four"),
    ]),
  );
  await runDueJobs(world.platform);
  expect(await statuses()).toEqual(["failed", "sent", "failed", "queued", "sent"]);
  expect((await mails()).map(({ delivery }) => delivery)).toEqual([null, null, "bounced", null, null]);
  await retry();
  expect(sentTo()).toEqual([
    ["coach-1@people.example", "coach-2@people.example", "coach-3@people.example", "coach-4@people.example"],
    ["coach-3@people.example"],
  ]);
  expect(await statuses()).toEqual(["failed", "sent", "failed", "sent", "sent"]);
});

test("one search after a lost answer tells which mails Postmark has, and only the others are sent again", async () => {
  await queueMails(control, reminders(4));
  postmark.answers.push(cutsItsYes);
  await runDueJobs(world.platform);
  expect(await statuses()).toEqual(["queued", "queued", "queued", "queued"]);
  await searchCatchesUp();
  postmark.answers.push(hasMessagesTo("coach-0@people.example", "coach-2@people.example"));
  await retry();
  const search = new URL(`http://x${postmark.asked[1]?.path}`);
  expect(search.pathname).toBe("/messages/outbound");
  expect(search.searchParams.get("metadata_batch")).toBe(batchOf(postmark.batches()[0]?.[0]));
  expect(sentTo()[1]).toEqual(["coach-1@people.example", "coach-3@people.example"]);
  expect(await statuses()).toEqual(["sent", "sent", "sent", "sent"]);
});

test("a miss of the search is not believed before it can know", async () => {
  await queueMails(control, reminders(2));
  postmark.answers.push(cutsAtOnce);
  await runDueJobs(world.platform);
  postmark.answers.push(hasMessagesTo("coach-1@people.example"));
  await retry();
  expect(await statuses()).toEqual(["queued", "sent"]);
  expect(postmark.batches()).toHaveLength(1);
  await searchCatchesUp();
  postmark.answers.push(hasMessagesTo());
  await retry();
  expect(sentTo()[1]).toEqual(["coach-0@people.example"]);
  expect(await statuses()).toEqual(["sent", "sent"]);
});

test("a batch that is refused as a whole is sent again without asking", async () => {
  await queueMails(control, reminders(2));
  postmark.answers.push(says(429, { ErrorCode: 429, Message: "Rate limit" }));
  await runDueJobs(world.platform);
  await retry();
  expect(postmark.asked.map(({ path }) => path)).toEqual(["/email/batch", "/email/batch"]);
  expect(await statuses()).toEqual(["sent", "sent"]);
});

test("batches of several clubs that are due go out in one call, each asked for by its own id afterwards", async () => {
  await queueMails(control, [reminder(0), reminder(1)]);
  await queueMails(control, [reminder(2)]);
  await queueMails(control, [reminder(3, { stream: "outbound", bulk: true })]);
  postmark.answers.push(cutsItsYes, cutsItsYes);
  expect(await runDueJobs(world.platform)).toBe(3);
  expect(sentTo()).toEqual([
    ["coach-0@people.example", "coach-1@people.example", "coach-2@people.example"],
    ["coach-3@people.example"],
  ]);
  const [zero, one, two] = postmark.batches()[0] ?? [];
  expect(batchOf(one)).toBe(batchOf(zero));
  expect(batchOf(two)).not.toBe(batchOf(zero));
  await searchCatchesUp();
  postmark.asked.length = 0;
  for (const mails of [2, 1, 1]) postmark.answers.push(hasMessagesTo(), takesAll(mails));
  await retry();
  const searches = postmark.asked.filter(({ path }) => path.startsWith("/messages/outbound"));
  const searched = searches.map(({ path }) => new URL(`http://x${path}`).searchParams.get("metadata_batch"));
  expect(searched).toHaveLength(3);
  expect(searched).toEqual(expect.arrayContaining([batchOf(zero), batchOf(two)]));
  expect(new Set(await statuses())).toEqual(new Set(["sent"]));
});

test("a mail that is refused puts off its own batch, not those in the same call", async () => {
  await queueMails(control, [reminder(0)]);
  await queueMails(control, [reminder(1)]);
  const taken = { ErrorCode: 0, Message: "OK", MessageID: "one" };
  postmark.answers.push(says(200, [{ ErrorCode: 405, Message: "Not allowed to send" }, taken]));
  await runDueJobs(world.platform);
  expect(await statuses()).toEqual(["queued", "sent"]);
  const jobs = await control
    .selectFrom("jobs")
    .select(["status", "last_error"])
    .orderBy("status", "desc")
    .execute();
  expect(jobs).toMatchObject([
    { status: "queued", last_error: expect.stringContaining("405") },
    { status: "done", last_error: null },
  ]);
});

test("a password reset among 1,200 reminders waits for at most one batch", async () => {
  await queueMails(control, reminders(1_200));
  await runDueJobs(world.platform, undefined, 0);
  await queueMail(control, {
    key: "reset",
    template: "password-reset",
    variables: templates["password-reset"].sample,
    to: "dana@people.example",
  });
  await runDueJobs(world.platform, undefined, 0);
  expect(postmark.asked.map(({ path }) => path)).toEqual(["/email/batch", "/email"]);
});

test("later reminders go out together at their time", async () => {
  const sendAfter = new Date(Date.now() + 3_600_000);
  await queueMails(control, [reminder(1, { sendAfter }), reminder(2), reminder(3, { sendAfter })]);
  await runDueJobs(world.platform);
  expect(sentTo()).toEqual([["coach-2@people.example"]]);
  await retry();
  expect(sentTo()[1]).toEqual(["coach-1@people.example", "coach-3@people.example"]);
});

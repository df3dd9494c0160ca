import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import type { Mail } from "#app/queue/mail-queue.server.ts";
import { openWorld } from "../support/world.ts";
import { hasMessages, type says, startFakePostmark } from "./fake-postmark.ts";

const postmark = await startFakePostmark();
process.env.SANDBOX_URL = postmark.url;
const world = await openWorld();
afterAll(async () => {
  await world.close();
  await postmark.close();
});
const { queueMails } = await import("#app/queue/mail-queue.server.ts");
const { noteRestore } = await import("#app/mail/after-restore.server.ts");
const { sendingOf } = await import("#app/mail/postmark.server.ts");
const { SEARCH_LAG_MS } = await import("#app/mail/settle-mail.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { control } = world;

beforeEach(async () => {
  postmark.asked.length = 0;
  postmark.answers.length = 0;
  for (const table of ["mails", "jobs", "meta"] as const) await control.deleteFrom(table).execute();
});

const to = (n: number, more: Partial<Mail> = {}) =>
  ({
    key: `sending:${n}`,
    template: "perfect-game",
    variables: templates["perfect-game"].sample,
    to: `coach-${n}@people.example`,
    ...more,
  }) as Mail;
const statuses = async () =>
  (await control.selectFrom("mails").select("status").orderBy("key").execute()).map(({ status }) => status);
/** Sets a restore so long ago that a miss of Postmark's search is certain. */
const restoredAt = (ms: number) => {
  const at = new Date(-ms + Date.now()).toISOString();
  return control
    .updateTable("meta")
    .set({ value: JSON.stringify({ at }) })
    .where("key", "=", "restored")
    .execute();
};
const retry = async () => {
  await control.updateTable("jobs").set({ run_at: "2000-01-01" }).where("status", "=", "queued").execute();
  return runDueJobs(world.platform);
};
const searches = () =>
  postmark.asked
    .filter(({ path }) => path.startsWith("/messages"))
    .map(({ path }) => new URL(`http://x${path}`));
/** Answers searches: Postmark has the sending under this id for some addresses only. */
const answerSearches = (many: number, found: (n: number) => boolean) =>
  postmark.answers.push(
    ...Array.from({ length: many }, () => (res: Parameters<ReturnType<typeof says>>[0]) => {
      const address = searches().at(-1)?.searchParams.get("recipient") ?? "";
      const n = Number(/\d+/.exec(address)?.[0]);
      (found(n) ? hasMessages(`before-${n}`) : hasMessages())(res);
    }),
  );

describe("what was queued in the backup", () => {
  test.each([
    ["one by one", {}],
    ["in a batch", { bulk: true }],
  ])(
    "a mail queued in the backup is sent only once Postmark's search can know that it does not have it, %s",
    async (_, more) => {
      await queueMails(control, [to(1, more)]);
      expect(await noteRestore(control)).toBe(1);
      postmark.answers.push(hasMessages());
      await runDueJobs(world.platform);
      expect([
        await statuses(),
        searches().length,
        postmark.sends().length + postmark.batches().length,
      ]).toEqual([["queued"], 1, 0]);
      await control
        .updateTable("mails")
        .set({ attempted_at: new Date(Date.now() - SEARCH_LAG_MS).toISOString() })
        .execute();
      postmark.answers.push(hasMessages());
      await retry();
      expect([await statuses(), postmark.sends().length + postmark.batches().length]).toEqual([["sent"], 1]);
    },
  );
});

describe("what is decided again after a restore", () => {
  test("a mail queued again after a restore is not sent again if Postmark has it under another id", async () => {
    await noteRestore(control);
    await restoredAt(SEARCH_LAG_MS);
    await queueMails(control, [to(1), to(2)]);
    answerSearches(1, () => true);
    postmark.answers.push(hasMessages());
    await runDueJobs(world.platform);
    expect(searches()[0]?.searchParams.get("metadata_sending")).toBe(sendingOf({ key: "sending:1" }));
    expect(await statuses()).toEqual(["sent", "sent"]);
    expect(postmark.sends().map(({ body }) => body.To)).toEqual(["coach-2@people.example"]);
  });

  test("a batch queued again after a restore goes out without the mails that Postmark has", async () => {
    await noteRestore(control);
    await restoredAt(SEARCH_LAG_MS);
    await queueMails(
      control,
      Array.from({ length: 12 }, (_, n) => to(n, { bulk: true })),
    );
    answerSearches(12, (n) => n % 3 !== 0);
    await runDueJobs(world.platform);
    expect(searches()).toHaveLength(12);
    expect(postmark.batches().map((batch) => batch.map(({ To }) => To))).toEqual([
      [0, 3, 6, 9].map((n) => `coach-${n}@people.example`),
    ]);
    expect(new Set(await statuses())).toEqual(new Set(["sent"]));
  });

  test("a mail queued again after a restore waits while Postmark's search may not know the newest earlier mail", async () => {
    await noteRestore(control);
    await queueMails(control, [to(1), to(2, { bulk: true })]);
    postmark.answers.push(hasMessages(), hasMessages());
    await runDueJobs(world.platform);
    expect([await statuses(), searches().length]).toEqual([["queued", "queued"], 2]);
    await restoredAt(SEARCH_LAG_MS);
    postmark.answers.push(hasMessages("before-1"), hasMessages("before-2"));
    await retry();
    expect(await statuses()).toEqual(["sent", "sent"]);
    expect(postmark.sends().length + postmark.batches().length).toBe(0);
  });

  test("Postmark's search is not used without a restore, nor days after one", async () => {
    await queueMails(control, [to(1)]);
    await runDueJobs(world.platform);
    await noteRestore(control);
    await restoredAt(4 * 86_400_000);
    await queueMails(control, [to(2)]);
    await runDueJobs(world.platform);
    expect([searches().length, postmark.sends().length]).toEqual([0, 2]);
  });
});

test("a request decided again is the same sending, and a second copy of an agreement is not", () => {
  const key = (step: string, at: string) => ({ key: `agreement:abc:1:${step}:${at}` });
  const [first, again] = ["2026-11-24T03:00:00.000Z", "2026-11-24T09:00:00.000Z"];
  expect(sendingOf(key("request", first))).toBe(sendingOf(key("request", again)));
  expect(sendingOf(key("reminder-2", first))).toBe(sendingOf(key("reminder-2", again)));
  expect(sendingOf(key("request", first))).not.toBe(sendingOf(key("reminder-1", first)));
  expect(sendingOf(key("copy", first))).not.toBe(sendingOf(key("copy", again)));
});

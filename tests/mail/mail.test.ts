import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startSandbox } from "../../sandbox/index.ts";
import { openWorld } from "../support/world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "goodside-mail-"));
const open = (port = 0) =>
  startSandbox({ port, appUrl: "http://goodside.test", dataDir, webhookSecret: "whsec_sandbox" });
let sandbox = await open();
const { url } = sandbox;
process.env.SANDBOX_URL = url;
const world = await openWorld();
afterAll(async () => {
  await world.close();
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const { queueMail } = await import("#app/queue/mail-queue.server.ts");
const { renderTemplate } = await import("#app/mail/templates.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

const variables = {
  club: { name: "Lakeside FC", color: null },
  team: { name: "Hawks", ageGroup: "U12", season: "Fall 2026" },
  role: "Head Coach",
  to: "dana@lakeside.example",
  validUntil: "Nov 29",
  link: "http://goodside.test/contact?invite=coach&token=abc",
};
const email = renderTemplate("invitation", variables);
const invite = (key: string, to: string) =>
  queueMail(world.control, {
    key,
    template: "invitation",
    variables,
    to,
    fromName: "Lakeside FC",
  });
const arrived = async (to: string) => {
  const mails = (await (await fetch(`${url}/sandbox/mail.json`)).json()) as Record<string, unknown>[];
  return mails.filter((mail) => mail.to === to);
};
const mailOf = (key: string) =>
  world.control.selectFrom("mails").selectAll().where("key", "=", key).executeTakeFirstOrThrow();
const jobOf = async (key: string) =>
  world.control
    .selectFrom("jobs")
    .selectAll()
    .where("key", "=", `mail.send:${(await mailOf(key)).id}`)
    .executeTakeFirstOrThrow();
/** Moves the clock: pending retries are due now, and Postmark's search knows every earlier try. */
async function later(): Promise<void> {
  const { control } = world;
  await control.updateTable("jobs").set({ run_at: "2000-01-01" }).where("status", "=", "queued").execute();
  const attempted_at = "2000-01-01T00:00:00.000Z";
  await control.updateTable("mails").set({ attempted_at }).where("attempted_at", "is not", null).execute();
}

// product/emails.md#mail
test("a queued mail arrives once, through queue, job, SDK and wire", async () => {
  await invite("invitation:dana:1", "dana@lakeside.example");
  await invite("invitation:dana:1", "dana@lakeside.example");
  expect(await arrived("dana@lakeside.example")).toEqual([]);
  expect(await runDueJobs(world.platform)).toBe(1);
  expect(await runDueJobs(world.platform)).toBe(0);
  expect(await arrived("dana@lakeside.example")).toEqual([
    expect.objectContaining({
      from: '"Lakeside FC via Goodside" <hello@goodside.example>',
      subject: "Lakeside FC: join Hawks as Head Coach",
      html: email.html,
      text: email.text,
      tag: "invitation",
      stream: "outbound",
    }),
  ]);
  expect((await jobOf("invitation:dana:1")).status).toBe("done");
});

test("a mail waits while Postmark is away, and goes out when it is back", async () => {
  await sandbox.close();
  await invite("invitation:eve:1", "eve@lakeside.example");
  await runDueJobs(world.platform);
  expect(await jobOf("invitation:eve:1")).toMatchObject({ status: "queued", attempts: 1 });
  expect(await mailOf("invitation:eve:1")).toMatchObject({
    status: "queued",
    variables: expect.any(String),
  });
  sandbox = await open(Number(new URL(url).port));
  await later();
  await runDueJobs(world.platform);
  expect(await arrived("eve@lakeside.example")).toHaveLength(1);
  expect((await mailOf("invitation:eve:1")).status).toBe("sent");
});

test("a mail that got through before our process died is not sent again", async () => {
  await invite("invitation:finn:1", "finn@lakeside.example");
  const { variables } = await mailOf("invitation:finn:1");
  await runDueJobs(world.platform);
  // The state after the crash: Postmark has the mail, and neither the mail's row nor the job's knows.
  await world.control
    .updateTable("mails")
    .set({
      status: "queued",
      attempted_at: "2026-01-01",
      provider_id: null,
      variables,
    })
    .where("key", "=", "invitation:finn:1")
    .execute();
  await world.control
    .updateTable("jobs")
    .set({ status: "running", locked_until: "2026-01-01" })
    .where("id", "=", (await jobOf("invitation:finn:1")).id)
    .execute();
  expect(await runDueJobs(world.platform)).toBe(1);
  expect(await arrived("finn@lakeside.example")).toHaveLength(1);
  expect(await mailOf("invitation:finn:1")).toMatchObject({ status: "sent", variables: null });
});

test("an address that takes no mail ends the mail and its job, and delays no other", async () => {
  // The first mail to such an address bounces; Postmark refuses the next one.
  await invite("invitation:gone:0", "gone@inactive.example");
  await runDueJobs(world.platform);
  expect((await mailOf("invitation:gone:0")).status).toBe("sent");
  await invite("invitation:gone:1", "gone@inactive.example");
  await invite("invitation:gina:1", "gina@lakeside.example");
  await runDueJobs(world.platform);
  expect(await mailOf("invitation:gone:1")).toMatchObject({ status: "failed", variables: null });
  expect((await mailOf("invitation:gone:1")).last_error).toContain("inactive");
  expect((await jobOf("invitation:gone:1")).status).toBe("done");
  expect(await arrived("gina@lakeside.example")).toHaveLength(1);
});

test("a lasting outage buries the job after its last try, and the mail stays, with the reason", async () => {
  await invite("invitation:hal:1", "hal@outage.example");
  for (let tries = 0; tries < 20; tries += 1) {
    await later();
    await runDueJobs(world.platform);
  }
  expect(await jobOf("invitation:hal:1")).toMatchObject({ status: "dead", attempts: 12 });
  const waiting = await mailOf("invitation:hal:1");
  expect(waiting).toMatchObject({ status: "queued", variables: expect.any(String) });
  expect(waiting.last_error).toContain("Service Unavailable");
});

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import { refuses, startFakePostmark, takes } from "#tests/mail/fake-postmark.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const postmark = await startFakePostmark();
process.env.SANDBOX_URL = postmark.url;
const { world, lakeside, hawks, ada } = await openLakeside();
afterAll(async () => {
  await world.close();
  await postmark.close();
});
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { queueMail } = await import("#app/queue/mail-queue.server.ts");
const { undeliveredInvitations } = await import("#app/domain/club/staff/invitations.server.ts");

const CREDENTIALS = `Basic ${btoa("postmark:sandbox-postmark-webhook-secret")}`;
const deliver = (event: unknown, authorization: string | null = CREDENTIALS) =>
  world.ask("/webhooks/postmark", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(authorization ? { Authorization: authorization } : {}),
    },
    body: typeof event === "string" ? event : JSON.stringify(event),
  });

interface Sent {
  id: string;
  to: string;
}
const about = ({ id }: Sent, messageId: string) => ({ MessageID: messageId, Metadata: { mail: id } });
const bounceOf = (mail: Sent, more: Record<string, unknown> = {}) => ({
  RecordType: "Bounce",
  ID: 42,
  Type: "HardBounce",
  Inactive: true,
  Email: mail.to,
  ...about(mail, `message-${mail.id}`),
  ...more,
});
const deliveryOf = (mail: Sent) => ({
  RecordType: "Delivery",
  Recipient: mail.to,
  ...about(mail, `message-${mail.id}`),
});

let people = 0;
/** Invites a coach of the Hawks as Ada; the mail is queued, not sent. */
async function invite(email = `coach-${++people}@dead.example`): Promise<Sent> {
  const answer = await world.ask(`/teams/${hawks}/invite?role=coach`, {
    cookie: ada.cookie,
    form: { role: "coach", email, coachRole: "assistant" },
  });
  expect(answer.status).toBe(303);
  return newestTo(email);
}
async function newestTo(to: string): Promise<Sent> {
  const { id } = await world.control
    .selectFrom("mails")
    .select("id")
    .where("to_address", "=", to)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return { id, to };
}
const mailRow = (id: string) =>
  world.control.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const staffRow = (email: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db
      .selectFrom("staff")
      .selectAll()
      .where("email", "=", email)
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow(),
  );
const deadRows = (address: string) =>
  world.control.selectFrom("dead_addresses").select("delivery").where("address", "=", address).execute();
const send = () => runDueJobs(world.platform);
const card = async () => (await world.ask(`/teams/${hawks}`, { cookie: ada.cookie })).text();

beforeEach(() => {
  postmark.answers.length = 0;
});

// product/emails.md#undelivered-mail
describe("who may post", () => {
  test.each([
    ["no credentials", null],
    ["another password", `Basic ${btoa("postmark:guess")}`],
    ["another user", `Basic ${btoa("admin:sandbox-postmark-webhook-secret")}`],
    ["a bearer token", "Bearer sandbox-postmark-webhook-secret"],
    ["credentials that are not base64", "Basic ∞"],
    ["16 kB of credentials", `Basic ${"a".repeat(16_000)}`],
  ])("a post with %s gets 401 and changes nothing", async (_, authorization) => {
    const mail = await invite();
    const answer = await deliver(bounceOf(mail), authorization === null ? null : encode(authorization));
    expect(answer.status).toBe(401);
    expect(await mailRow(mail.id)).toMatchObject({ delivery: null, provider_id: null });
  });

  test("thirty wrong credentials in an hour end a client's tries, even with the right ones, and nobody else's", async () => {
    const mail = await invite();
    const from = (ip: string, password: string) =>
      world.ask("/webhooks/postmark", {
        method: "POST",
        ip,
        body: JSON.stringify(deliveryOf(mail)),
        headers: {
          Authorization: `Basic ${btoa(`postmark:${password}`)}`,
          "Content-Type": "application/json",
        },
      });
    for (let tries = 0; tries < 30; tries += 1)
      expect((await from("198.51.100.66", `guess-${tries}`)).status).toBe(401);
    expect((await from("198.51.100.66", "guess")).status).toBe(429);
    expect((await from("198.51.100.66", "sandbox-postmark-webhook-secret")).status).toBe(429);
    expect(await mailRow(mail.id)).toMatchObject({ delivery: null });
    expect((await from("198.51.100.67", "sandbox-postmark-webhook-secret")).status).toBe(200);
    expect(await mailRow(mail.id)).toMatchObject({ delivery: "delivered" });
  });

  test("GET is refused", async () => {
    expect((await world.ask("/webhooks/postmark")).status).toBe(405);
  });
});

/** Headers carry Latin-1 only. */
const encode = (header: string) => header.replace(/[^\x20-\x7e]/g, "?");

test.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["an unknown kind", JSON.stringify({ RecordType: "Inbound" })],
  ["no message id", JSON.stringify({ RecordType: "Delivery", Recipient: "a@b.example" })],
  [
    "metadata that is no text",
    JSON.stringify({
      RecordType: "Delivery",
      Recipient: "a@b.example",
      MessageID: "1",
      Metadata: { mail: {} },
    }),
  ],
])("%s is refused as malformed", async (_, body) => {
  expect((await deliver(body)).status).toBe(400);
});

test("opens and clicks are accepted and ignored", async () => {
  expect((await deliver({ RecordType: "Open", MessageID: "1" })).status).toBe(200);
});

describe("a stop by Postmark's own link", () => {
  const stopOf = (mail: Sent, more: Record<string, unknown> = {}) => ({
    ...{ RecordType: "SubscriptionChange", Recipient: mail.to, ChangedAt: "2026-11-23T00:00:00Z" },
    ...{ SuppressSending: true, SuppressionReason: "ManualSuppression", Origin: "Recipient" },
    ...about(mail, `message-${mail.id}`),
    ...more,
  });
  async function reminded() {
    const parent = await parentLink(world, lakeside);
    const at = new Date().toISOString();
    await queueMail(world.control, {
      ...{ key: `agreement:${parent.agreementId}:1:reminder-1:${at}`, template: "agreement-reminder" },
      ...{ variables: templates["agreement-reminder"].sample, clubCode: lakeside.code, stream: "broadcast" },
      to: await inLakeside((db) =>
        db
          .selectFrom("contacts")
          .select("email")
          .where("id", "=", parent.contactId)
          .executeTakeFirstOrThrow(),
      ).then(({ email }) => email),
    } as Parameters<typeof queueMail>[1]);
    const { to_address } = await world.control
      .selectFrom("mails")
      .select("to_address")
      .where("key", "like", `agreement:${parent.agreementId}:%`)
      .executeTakeFirstOrThrow();
    const stopped = () =>
      inLakeside((db) =>
        db
          .selectFrom("contacts")
          .select(["mail_stopped_at", "delivery"])
          .where("id", "=", parent.contactId)
          .executeTakeFirstOrThrow(),
      );
    return { mail: await newestTo(to_address), stopped };
  }
  const inLakeside = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
    world.platform.clubs.use(lakeside.code, work);

  test("a stop by Postmark's own link stops the reminders, however often it is reported, and is not a bounce", async () => {
    const { mail, stopped } = await reminded();
    for (const _ of [1, 2]) expect((await deliver(stopOf(mail))).status).toBe(200);
    await send();
    expect(await stopped()).toEqual({ mail_stopped_at: expect.any(String), delivery: null });
  });

  test.each([
    ["our own staff's", { Origin: "Admin" }],
    ["what follows from a bounce", { SuppressionReason: "HardBounce" }],
    ["its end", { SuppressSending: false, SuppressionReason: null }],
    ["another recipient's", { Recipient: "other@parents.example" }],
  ])("a stop by Postmark's own link is not %s", async (_, more) => {
    const { mail, stopped } = await reminded();
    expect((await deliver(stopOf(mail, more))).status).toBe(200);
    await send();
    expect((await stopped()).mail_stopped_at).toBeNull();
  });
});

test("an event about a mail that is not ours, or another recipient's, changes nothing", async () => {
  const mail = await invite();
  expect((await deliver(bounceOf({ id: "nobody", to: mail.to }))).status).toBe(200);
  expect((await deliver(bounceOf(mail, { Email: "other@dead.example" }))).status).toBe(200);
  expect((await mailRow(mail.id)).delivery).toBeNull();
});

test("a mail's outcome makes a job only if a club waits for it, and every failure does", async () => {
  const notice = { template: "rating-submitted", clubCode: lakeside.code } as const;
  const { sample: variables } = templates["rating-submitted"];
  const jobsOf = async (mail: Sent) => {
    const rows = await world.control
      .selectFrom("jobs")
      .select("key")
      .where("key", "like", `mail.delivery:${mail.id}:%`)
      .execute();
    return rows.map(({ key }) => key?.split(":").at(-1));
  };
  const invitation = await invite();
  await queueMail(world.control, { ...notice, variables, key: "notice", to: "follows@nothing.example" });
  const unwatched = await newestTo("follows@nothing.example");
  for (const mail of [invitation, unwatched]) await deliver(deliveryOf(mail));
  expect(await jobsOf(invitation)).toEqual(["delivered"]);
  expect(await jobsOf(unwatched)).toEqual([]);
  expect(await mailRow(unwatched.id)).toMatchObject({ delivery: "delivered" });
  await deliver(bounceOf(unwatched, { ID: 77 }));
  expect(await jobsOf(unwatched)).toEqual(["bounced"]);
});

describe("an invitation to an address that takes no mail", () => {
  test("an invitation to a dead address is shown as not delivered, with a remedy, once its bounce arrived", async () => {
    const mail = await invite();
    await send();
    expect(await card()).not.toContain("Not delivered");
    expect((await deliver(bounceOf(mail))).status).toBe(200);
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "bounced" });
    const html = await card();
    expect(html).toContain("Not delivered");
    expect(html).toContain("The email came back: this address takes no mail.");
    expect(html).toMatch(/\/staff\/[\w-]+\/email">Correct the address/);
    const waiting = await world.platform.clubs.use(lakeside.code, (db) => undeliveredInvitations(db));
    expect(waiting).toContainEqual(
      expect.objectContaining({ email: mail.to, teamName: "Hawks", role: "coach", delivery: "bounced" }),
    );
  });

  test("a bounced invitation counts once, however often Postmark sends the event", async () => {
    const mail = await invite();
    await send();
    for (let times = 0; times < 3; times += 1) expect((await deliver(bounceOf(mail))).status).toBe(200);
    const events = await world.control
      .selectFrom("mail_events")
      .selectAll()
      .where("mail_id", "=", mail.id)
      .execute();
    expect(events).toHaveLength(1);
  });

  test("a bounce before our note that the invitation was sent is known, and the invitation is not sent again", async () => {
    postmark.answers.push(takes("message-early"));
    const mail = await invite();
    await deliver(bounceOf(mail, { MessageID: "message-early" }));
    const asked = postmark.sends().length;
    await world.control
      .updateTable("mails")
      .set({ attempted_at: new Date().toISOString() })
      .where("id", "=", mail.id)
      .execute();
    await send();
    expect(postmark.sends()).toHaveLength(asked);
    expect(await mailRow(mail.id)).toMatchObject({
      status: "sent",
      delivery: "bounced",
      provider_id: "message-early",
    });
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "bounced" });
  });

  test("an address that Postmark refuses at once is known as dead", async () => {
    postmark.answers.push(refuses(406, "You tried to send to recipients that have been marked as inactive."));
    const mail = await invite();
    await send();
    expect(await mailRow(mail.id)).toMatchObject({ status: "failed", delivery: "bounced" });
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "bounced" });
  });

  test("a delay is not a bounce, and a delivery after it ends it", async () => {
    const mail = await invite();
    await send();
    await deliver(bounceOf(mail, { ID: 1, Type: "Transient", Inactive: false }));
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "delayed" });
    expect(await card()).toContain("has not arrived so far");
    await deliver(deliveryOf(mail));
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "delivered" });
    await deliver(bounceOf(mail, { ID: 2, Type: "SoftBounce", Inactive: false }));
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "delivered" });
  });

  test("an out-of-office answer is not a bounce", async () => {
    const mail = await invite();
    await send();
    await deliver(bounceOf(mail, { Type: "AutoResponder", Inactive: false }));
    await send();
    expect((await mailRow(mail.id)).delivery).toBeNull();
  });

  test("a spam complaint is reported as one", async () => {
    const mail = await invite();
    await send();
    await deliver(bounceOf(mail, { RecordType: "SpamComplaint", Type: "SpamComplaint" }));
    await send();
    expect(await card()).toContain("marked as spam");
  });

  test.each([
    ["Blocked", "The mailbox blocked our email. The address is right."],
    ["SoftBounce", "The mailbox is full."],
    ["SMTPApiError", "The email could not be handed over."],
  ])(
    "a %s with an active address does not make it dead, has a reason and can be resent",
    async (Type, words) => {
      const mail = await invite();
      await send();
      await deliver(bounceOf(mail, { Type, Inactive: false }));
      await send();
      expect(await staffRow(mail.to)).toMatchObject({ delivery: "delayed" });
      const html = await card();
      expect(html).toContain(words);
      expect(html).toContain(`Resend<span class="visually-hidden"> the invitation of ${mail.to}`);
      expect(await deadRows(mail.to)).toEqual([]);
    },
  );

  test("a block reported after a delivery is shown", async () => {
    const mail = await invite();
    await send();
    await deliver(deliveryOf(mail));
    await send();
    await deliver(bounceOf(mail, { Type: "Blocked", Inactive: false }));
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "delayed", delivery_reason: "blocked" });
  });

  test("a suppression names who ends it", async () => {
    const mail = await invite();
    await send();
    await deliver(bounceOf(mail, { Type: "ManuallyDeactivated" }));
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ delivery: "bounced", delivery_reason: "suppressed" });
    expect(await card()).toContain("If the address is right, ask support to reactivate it.");
  });

  test("the bounce of an earlier sending does not affect the newest", async () => {
    const mail = await invite();
    await send();
    const before = await staffRow(mail.to);
    await world.platform.clubs.use(lakeside.code, (db) =>
      db
        .updateTable("staff")
        .set({ invited_at: "2026-01-01T00:00:00.000Z" })
        .where("id", "=", before.id)
        .execute(),
    );
    await world.ask(`/teams/${hawks}/staff/${before.id}/invitations`, { cookie: ada.cookie, form: {} });
    await deliver(bounceOf(mail));
    await send();
    expect(await staffRow(mail.to)).toMatchObject({ issue: 2, delivery: null });
  });
});

// product/emails.md#undelivered-mail
describe("a reactivation at Postmark", () => {
  const BEFORE = "2026-11-20T10:00:00Z";
  const ENDED = "2026-11-20T12:00:00-05:00";
  const AFTER = "2026-11-20T18:00:00Z";
  const reactivationOf = (mail: Sent) => ({
    ...{ RecordType: "SubscriptionChange", Recipient: mail.to.toUpperCase(), ChangedAt: ENDED },
    ...{ SuppressSending: false, SuppressionReason: null, Origin: "Admin" },
    ...{ MessageID: "00000000-0000-0000-0000-000000000000", Metadata: {} },
  });
  const early = (mail: Sent) => bounceOf(mail, { BouncedAt: BEFORE });
  const late = (mail: Sent) => bounceOf(mail, { ID: 43, BouncedAt: AFTER });
  const spam = (mail: Sent) =>
    bounceOf(mail, { RecordType: "SpamComplaint", Type: "SpamComplaint", BouncedAt: BEFORE });

  test.each([
    ["after the bounce", [early, reactivationOf], "delayed"],
    ["before the bounce is told", [reactivationOf, early], "delayed"],
    ["twice", [early, reactivationOf, reactivationOf], "delayed"],
    ["after a complaint", [spam, reactivationOf], "delayed"],
    ["before a later bounce", [early, reactivationOf, late], "bounced"],
    ["before a later bounce, told after it", [late, reactivationOf], "bounced"],
  ])("a reactivation %s leaves the address in the right state", async (_, events, end) => {
    const mail = await invite();
    await send();
    for (const event of events) {
      expect((await deliver(event(mail))).status).toBe(200);
      await send();
    }
    expect(await mailRow(mail.id)).toMatchObject({ delivery: end });
    expect(await staffRow(mail.to)).toMatchObject({ delivery: end });
    expect(await deadRows(mail.to)).toHaveLength(end === "bounced" ? 1 : 0);
    if (end === "delayed") expect(await card()).toContain("This address takes email again.");
  });
});

describe("correcting the address", () => {
  async function bounced() {
    const mail = await invite();
    await send();
    await deliver(bounceOf(mail));
    await send();
    const { id, issue } = await staffRow(mail.to);
    return { mail, path: `/teams/${hawks}/staff/${id}/email`, issue: String(issue) };
  }
  const post = (path: string, form: Record<string, string>) => world.ask(path, { cookie: ada.cookie, form });

  test("correcting the address sends the invitation there with a new link, and the old link stops working", async () => {
    const { mail, path, issue } = await bounced();
    const page = await (await world.ask(path, { cookie: ada.cookie })).text();
    expect(page).toContain("this address takes no mail");
    const answer = await post(path, { email: "Right@people.example", issue });
    expect(answer.headers.get("Location")).toBe(`/teams/${hawks}`);
    expect(await staffRow("right@people.example")).toMatchObject({ issue: 2, delivery: null });
    const links = await world.control
      .selectFrom("link_tokens")
      .select("email")
      .where("purpose", "=", "invitation")
      .where("email", "in", [mail.to, "right@people.example"])
      .execute();
    expect(links).toEqual([{ email: "right@people.example" }]);
    expect((await newestTo("right@people.example")).id).toBeTruthy();
  });

  test("correcting the address twice with one form is one mail", async () => {
    const { path, issue } = await bounced();
    for (let times = 0; times < 2; times += 1)
      expect((await post(path, { email: "twice@people.example", issue })).status).toBe(303);
    const mails = await world.control
      .selectFrom("mails")
      .select("id")
      .where("to_address", "=", "twice@people.example")
      .execute();
    expect(mails).toHaveLength(1);
  });

  test("correcting the address refuses the dead address, one that is invited already, and a form from before another change", async () => {
    const { mail, path, issue } = await bounced();
    const same = await post(path, { email: mail.to, issue });
    expect(same.status).toBe(422);
    expect(await same.text()).toContain("This is the address that takes no mail. Enter another one.");
    const other = await invite();
    expect(await (await post(path, { email: other.to, issue })).text()).toContain(
      "is already invited to this team",
    );
    const stale = await post(path, { email: "new@people.example", issue: "7" });
    expect(stale.status).toBe(422);
    expect(await stale.text()).toContain("sent again in the meantime");
  });
});

test("our support is notified once when a new club's welcome mail bounces", async () => {
  await queueMail(world.control, {
    key: "welcome:lakeside",
    template: "welcome",
    variables: templates.welcome.sample,
    to: "admin@lakeside.example",
    clubCode: lakeside.code,
  });
  const mail = await newestTo("admin@lakeside.example");
  await send();
  await deliver(bounceOf(mail));
  await deliver(bounceOf(mail, { ID: 43, Type: "SpamComplaint", RecordType: "SpamComplaint" }));
  await send();
  const mails = await world.control
    .selectFrom("mails")
    .select("to_address")
    .where("tag", "=", "contact-bounced")
    .execute();
  expect(mails).toEqual([{ to_address: "support@goodside.example" }]);
});

test("events of several mails at once are taken once each, and a mail keeps its worst outcome", async () => {
  const [arrived, dead, other] = [await invite(), await invite(), await invite()];
  const jobs = (mail: Sent) =>
    world.control
      .selectFrom("jobs")
      .select("key")
      .where("key", "like", `mail.delivery:${mail.id}:%`)
      .orderBy("key")
      .execute();
  const answers = await Promise.all(
    [
      bounceOf(dead),
      deliveryOf(dead),
      deliveryOf(arrived),
      deliveryOf(arrived),
      { ...deliveryOf(other), Recipient: "stranger@nothing.example" },
      deliveryOf({ id: "nobody", to: "nobody@nothing.example" }),
    ].map((event) => deliver(event)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await mailRow(arrived.id)).toMatchObject({
    delivery: "delivered",
    provider_id: `message-${arrived.id}`,
  });
  expect(await mailRow(dead.id)).toMatchObject({ delivery: "bounced", provider_id: `message-${dead.id}` });
  expect(await mailRow(other.id)).toMatchObject({ delivery: null, provider_id: null });
  expect(await jobs(arrived)).toHaveLength(1);
  expect(await jobs(dead)).toHaveLength(2);
  const isDead = (address: string) =>
    world.control.selectFrom("dead_addresses").select("delivery").where("address", "=", address).execute();
  expect([await isDead(dead.to), await isDead(arrived.to)]).toEqual([[{ delivery: "bounced" }], []]);
  const events = await world.control
    .selectFrom("mail_events")
    .select("mail_id")
    .where("mail_id", "in", [arrived.id, dead.id, other.id])
    .execute();
  expect(events).toHaveLength(3);
});

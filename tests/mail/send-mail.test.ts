import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { templates } from "#app/mail/templates.ts";
import type { Mail } from "#app/queue/mail-queue.server.ts";
import { openWorld } from "../support/world.ts";
import {
  cutsAtOnce,
  cutsItsYes,
  hasMessages,
  refuses,
  says,
  startFakePostmark,
  takes,
} from "./fake-postmark.ts";

const postmark = await startFakePostmark();
process.env.SANDBOX_URL = postmark.url;
process.env.MAIL_FROM = "hello@goodside.example";
const world = await openWorld();
afterAll(async () => {
  await world.close();
  await postmark.close();
});
const { queueMail } = await import("#app/queue/mail-queue.server.ts");
const { sendMail } = await import("#app/mail/send-mail.server.ts");
const { SEARCH_LAG_MS } = await import("#app/mail/settle-mail.server.ts");

const { renderTemplate } = await import("#app/mail/templates.ts");

beforeEach(() => {
  postmark.asked.length = 0;
  postmark.answers.length = 0;
});

let made = 0;
/**
 * Queues an invitation for Dana to coach at Lakeside.
 * @returns the mail's id.
 */
async function invitation(more: Partial<Omit<Mail, "template" | "variables">> = {}): Promise<string> {
  made += 1;
  const key = `invitation:${made}`;
  await queueMail(world.control, {
    key,
    template: "invitation",
    variables: templates.invitation.sample,
    to: "dana@lakeside.example",
    fromName: "Lakeside FC",
    replyTo: "office@lakeside.example",
    ...more,
  });
  const { id } = await world.control
    .selectFrom("mails")
    .select("id")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return id;
}
/** Waits until Postmark's search knows a message. */
const searchCatchesUp = (id: string) =>
  world.control
    .updateTable("mails")
    .set({ attempted_at: new Date(Date.now() - SEARCH_LAG_MS).toISOString() })
    .where("id", "=", id)
    .execute();
const row = (id: string) =>
  world.control.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("a mail goes out from the club via Goodside, with our id, and is then erased", async () => {
  postmark.answers.push(takes("message-1"));
  const id = await invitation();
  const words = renderTemplate("invitation", templates.invitation.sample);
  await sendMail(world.control, id);
  expect(postmark.asked).toEqual([
    {
      method: "POST",
      path: "/email",
      token: "sandbox-postmark-token",
      body: {
        From: '"Lakeside FC via Goodside" <hello@goodside.example>',
        To: "dana@lakeside.example",
        ReplyTo: "office@lakeside.example",
        Subject: "Lakeside Futbol Club: join Hawks as Head Coach",
        HtmlBody: words.html,
        TextBody: words.text,
        Tag: "invitation",
        MessageStream: "outbound",
        Metadata: { mail: id, sending: expect.any(String) },
        Headers: [
          { Name: "Message-ID", Value: `<${id}@goodside.example>` },
          { Name: "X-PM-KeepID", Value: "true" },
        ],
        TrackOpens: false,
      },
    },
  ]);
  const sent = await row(id);
  expect(sent).toMatchObject({
    status: "sent",
    provider_id: "message-1",
    subject: "Lakeside Futbol Club: join Hawks as Head Coach",
    variables: null,
    last_error: null,
  });
  expect(sent.sent_at).not.toBeNull();
});

test("a sent mail is not sent again", async () => {
  const id = await invitation();
  await sendMail(world.control, id);
  await sendMail(world.control, id);
  expect(postmark.asked).toHaveLength(1);
});

test("quotes in a club's name stay a name, and Goodside's own mail has its own", async () => {
  await sendMail(world.control, await invitation({ fromName: 'The "Best" \\ FC <x@y.example>' }));
  await sendMail(world.control, await invitation({ fromName: undefined }));
  expect(postmark.sends().map(({ body }) => [body.From, body.MessageStream])).toEqual([
    ['"The \\"Best\\" \\\\ FC <x@y.example> via Goodside" <hello@goodside.example>', "outbound"],
    ['"Goodside" <hello@goodside.example>', "outbound"],
  ]);
});

test.each([
  ["an inactive address", refuses(406, "You tried to send to recipients that have been marked as inactive.")],
  ["an address that is none", refuses(300, "Invalid 'To' address: 'dana'.")],
  ["a message too large", says(413, { ErrorCode: 300, Message: "Payload too large" })],
])("%s is given up at once: visible, without a retry, its words forgotten", async (_what, answer) => {
  postmark.answers.push(answer);
  const id = await invitation();
  await sendMail(world.control, id);
  const failed = await row(id);
  expect(failed).toMatchObject({ status: "failed", variables: null, sent_at: null });
  expect(failed.last_error).toBeTruthy();
  await sendMail(world.control, id);
  expect(postmark.asked).toHaveLength(1);
});

test.each([
  ["a wrong token", says(401, { ErrorCode: 10, Message: "Request does not contain a valid Server token." })],
  ["a sender that Postmark does not take", refuses(300, "Invalid 'From' address: 'hello'.")],
  ["an account that may not send", refuses(405, "Not allowed to send.")],
  ["too many requests", says(429, { ErrorCode: 429, Message: "Rate limit" })],
])("%s keeps the mail queued, and the next try sends it without asking", async (_what, answer) => {
  postmark.answers.push(answer);
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  expect(await row(id)).toMatchObject({
    status: "queued",
    attempted_at: null,
    variables: expect.any(String),
  });
  expect((await row(id)).last_error).toBeTruthy();
  await sendMail(world.control, id);
  expect(postmark.asked.map(({ path }) => path)).toEqual(["/email", "/email"]);
  expect((await row(id)).status).toBe("sent");
});

test.each([
  ["an outage", says(503, {})],
  ["a cut connection", cutsAtOnce],
  ["an answer without an id", says(200, {})],
])("the next try after %s asks first, and sends if Postmark has nothing", async (_what, answer) => {
  postmark.answers.push(answer, hasMessages(), takes("message-2"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  expect((await row(id)).status).toBe("queued");
  await searchCatchesUp(id);
  await sendMail(world.control, id);
  expect(postmark.sends()).toHaveLength(2);
  expect(await row(id)).toMatchObject({ status: "sent", provider_id: "message-2" });
  const [first, second] = postmark.sends().map(({ body }) => body.Headers);
  expect(second).toEqual(first);
});

test.each([500, 502, 503, 504])("a %i is not a clear refusal: Postmark may have the mail", async (status) => {
  const unclear = says(status, { ErrorCode: status, Message: "Something went wrong" });
  postmark.answers.push(unclear, hasMessages("message-9"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  const { attempted_at, ...waiting } = await row(id);
  expect([attempted_at === null, waiting.status]).toEqual([false, "queued"]);
  await searchCatchesUp(id);
  await sendMail(world.control, id);
  expect(postmark.sends()).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: "sent", provider_id: "message-9" });
});

test.each([500, 503])("a %i of the search sends nothing until Postmark answers", async (status) => {
  const unclear = says(status, { ErrorCode: status, Message: "Something went wrong" });
  postmark.answers.push(cutsAtOnce, unclear, hasMessages("message-10"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  await searchCatchesUp(id);
  await expect(sendMail(world.control, id)).rejects.toThrow();
  await sendMail(world.control, id);
  expect(postmark.sends()).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: "sent", provider_id: "message-10" });
});

test("a no of Postmark's search is not believed before it can know: the mail waits until then", async () => {
  postmark.answers.push(cutsItsYes, hasMessages(), hasMessages("message-5"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  const tried = Date.parse((await row(id)).attempted_at ?? "");
  await expect(sendMail(world.control, id)).rejects.toMatchObject({
    name: "NotBefore",
    at: new Date(tried + SEARCH_LAG_MS),
  });
  await sendMail(world.control, id);
  expect(postmark.sends()).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: "sent", provider_id: "message-5" });
});

test("an attempt in the future, by a clock that was set back since, holds no mail up", async () => {
  postmark.answers.push(cutsAtOnce, hasMessages(), takes("message-6"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  const inAYear = new Date(Date.now() + 400 * 86_400_000).toISOString();
  await world.control.updateTable("mails").set({ attempted_at: inAYear }).where("id", "=", id).execute();
  await sendMail(world.control, id);
  expect((await row(id)).status).toBe("sent");
});

test("an acceptance that is cut off, or lost with our process, is found: no mail is sent twice", async () => {
  postmark.answers.push(cutsItsYes, hasMessages("message-3"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  await sendMail(world.control, id);
  expect(postmark.sends()).toHaveLength(1);
  const asked = new URL(`http://x${postmark.asked[1]?.path}`);
  expect([asked.pathname, asked.searchParams.get("metadata_mail")]).toEqual(["/messages/outbound", id]);
  expect(await row(id)).toMatchObject({ status: "sent", provider_id: "message-3", variables: null });
});

test("a mail is sent twice rather than never if Postmark refuses to be asked", async () => {
  postmark.answers.push(cutsItsYes, refuses(1, "No search"), takes("message-4"));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  await searchCatchesUp(id);
  await sendMail(world.control, id);
  expect(postmark.sends()).toHaveLength(2);
  expect((await row(id)).status).toBe("sent");
});

test("a mail waits unsent if Postmark cannot even be asked", async () => {
  postmark.answers.push(cutsAtOnce, says(500, {}));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  expect(postmark.sends()).toHaveLength(1);
  expect((await row(id)).status).toBe("queued");
});

test("a Postmark that does not answer is left after ten seconds", async () => {
  // They pass as soon as Postmark has the mail: a fixed wait could let it arrive during a later test.
  const tenSeconds = new AbortController();
  const patience = vi.spyOn(AbortSignal, "timeout").mockReturnValue(tenSeconds.signal);
  postmark.answers.push(() => tenSeconds.abort(new DOMException("ten seconds", "TimeoutError")));
  const id = await invitation();
  await expect(sendMail(world.control, id)).rejects.toThrow();
  expect(patience).toHaveBeenCalledWith(10_000);
  patience.mockRestore();
  expect(postmark.sends()).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: "queued", variables: expect.any(String) });
});

test("the job of a mail that was erased with its reader ends without a word", async () => {
  const id = await invitation();
  await world.control.deleteFrom("mails").where("id", "=", id).execute();
  await sendMail(world.control, id);
  expect(postmark.asked).toEqual([]);
});

describe("a mail that cannot be rendered", () => {
  test.each([
    ["its template is gone", { tag: "gone" }],
    ["its variables were sealed for another mail", { variables: "c2VhbGVk" }],
  ])("a mail that cannot be rendered because %s fails and keeps its variables", async (_why, change) => {
    const id = await invitation();
    await world.control.updateTable("mails").set(change).where("id", "=", id).execute();
    const { variables } = await row(id);
    await sendMail(world.control, id);
    expect(await row(id)).toMatchObject({ status: "failed", variables });
    expect((await row(id)).last_error).toMatch(/cannot be rendered/);
    expect(postmark.asked).toEqual([]);
  });

  test("a mail whose subject has two lines fails", async () => {
    const { sealContents } = await import("#app/queue/mail-queue.server.ts");
    const id = await invitation();
    const variables = sealContents(id, {
      variables: { ...templates.invitation.sample, role: "Coach\r\nBcc: c@d.example" },
    });
    await world.control.updateTable("mails").set({ variables }).where("id", "=", id).execute();
    await sendMail(world.control, id);
    expect((await row(id)).last_error).toContain("subject must be a single line");
    expect(postmark.asked).toEqual([]);
  });
});

test("a mail that an older release rendered goes out unchanged", async () => {
  const id = await invitation();
  await world.control
    .updateTable("mails")
    .set({ variables: null, subject: "Coach the Hawks", html: "<p>token-1</p>", text: "token-1" })
    .where("id", "=", id)
    .execute();
  await sendMail(world.control, id);
  expect(postmark.sends()[0]?.body).toMatchObject({
    Subject: "Coach the Hawks",
    HtmlBody: "<p>token-1</p>",
    TextBody: "token-1",
  });
  expect(await row(id)).toMatchObject({ status: "sent", html: "", text: "" });
});

test("a mail that can be stopped has unsubscribe headers and lines", async () => {
  const url = "http://goodside.test/mail/stop/stop-1";
  const preferencesUrl = "http://goodside.test/notifications";
  await sendMail(world.control, await invitation({ unsubscribe: { url, preferencesUrl } }));
  await sendMail(world.control, await invitation());
  const [stoppable, other] = postmark.sends().map(({ body }) => body);
  expect(stoppable?.Headers).toEqual(
    expect.arrayContaining([
      { Name: "List-Unsubscribe", Value: `<${url}>` },
      { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
    ]),
  );
  expect(stoppable?.TextBody).toContain(
    `Stop these emails: ${url}\nChoose which emails you get: ${preferencesUrl}\n`,
  );
  expect(stoppable?.HtmlBody).toContain(`href="${url}"`);
  expect(JSON.stringify(other)).not.toMatch(/List-Unsubscribe|Stop these emails/);
});

test("mails are counted by day and template, beyond the mails themselves", async () => {
  const sent = async () =>
    (
      await world.control
        .selectFrom("mail_counts")
        .select("mails")
        .where("day", "=", new Date().toISOString().slice(0, 10))
        .where("template", "=", "invitation")
        .where("outcome", "=", "sent")
        .executeTakeFirst()
    )?.mails ?? 0;
  const before = await sent();
  await sendMail(world.control, await invitation());
  await sendMail(world.control, await invitation());
  expect(await sent()).toBe(before + 2);
});

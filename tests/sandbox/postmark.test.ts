import { Errors, ServerClient } from "postmark";
import { afterAll, expect, test } from "vitest";
import { openSandbox } from "./fixture.ts";

const fixture = await openSandbox();
afterAll(() => fixture.close());
const clientWith = (token: string) =>
  new ServerClient(token, { useHttps: false, requestHost: new URL(fixture.sandbox.url).host });
const postmark = clientWith("sandbox-postmark-token");
const json = async () =>
  (await fixture.page("/sandbox/mail.json")).json() as Promise<Record<string, unknown>[]>;

const MAIL = {
  From: '"Lakeside FC via Goodside" <hello@goodside.example>',
  To: "ada@lakeside.example",
  ReplyTo: "office@lakeside.example",
  Subject: "Welcome to <Goodside>",
  HtmlBody: "<!doctype html><html><head></head><body><script>1</script><p>Hello</p></body></html>",
  TextBody: "Hello\nhttps://goodside.test/contact?setup=abc",
  Tag: "welcome",
  MessageStream: "outbound",
  Metadata: { mail: "mail-1" },
  Headers: [{ Name: "X-Reason", Value: "test" }],
};

test("an email sent with the SDK appears in the mailbox's JSON, its list and on a page of its own", async () => {
  const answer = await postmark.sendEmail(MAIL);
  expect(answer).toMatchObject({ ErrorCode: 0, Message: "OK", To: MAIL.To });
  const [mail] = await json();
  expect(mail).toMatchObject({
    id: answer.MessageID,
    to: MAIL.To,
    subject: MAIL.Subject,
    html: MAIL.HtmlBody,
    text: MAIL.TextBody,
    tag: "welcome",
    metadata: { mail: "mail-1" },
    sentAt: answer.SubmittedAt,
  });
  expect(await (await fixture.page("/sandbox/mail")).text()).toContain("Welcome to &lt;Goodside&gt;");
  const page = await (await fixture.page(`/sandbox/mail/${answer.MessageID}`)).text();
  for (const words of [
    "Lakeside FC via Goodside",
    "office@lakeside.example",
    "X-Reason",
    'href="https://goodside.test/contact?setup=abc"',
  ])
    expect(page).toContain(words);
  expect(page).not.toContain("<script");
});

test("an email's files are listed, and downloaded as they were sent", async () => {
  const content = Buffer.from("%PDF-1.7 ä");
  const { MessageID } = await postmark.sendEmail({
    ...MAIL,
    Attachments: [
      {
        Name: "copy.pdf",
        ContentType: "application/pdf",
        Content: content.toString("base64"),
        ContentID: null,
      },
    ],
  });
  expect((await json()).find(({ id }) => id === MessageID)?.attachments).toEqual([
    { name: "copy.pdf", type: "application/pdf", bytes: content.length },
  ]);
  const path = `/sandbox/mail/${MessageID}/files/0`;
  expect(await (await fixture.page(`/sandbox/mail/${MessageID}`)).text()).toContain(`href="${path}"`);
  const file = await fixture.page(path);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="copy.pdf"');
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  expect((await fixture.page(`/sandbox/mail/${MessageID}/files/1`)).status).toBe(404);
});

test("an email's page runs no script and sends no request", async () => {
  const { MessageID } = await postmark.sendEmail(MAIL);
  const page = await fixture.page(`/sandbox/mail/${MessageID}/html`);
  const csp = page.headers.get("content-security-policy") ?? "";
  expect(csp).toMatch(/^sandbox /);
  expect(csp).not.toMatch(/allow-(scripts|same-origin|forms)/);
  expect(csp).toContain("default-src 'none'");
  expect(await page.text()).toContain('<head><base target="_top">');
});

test("the mailbox lists the newest first and filters by address and subject", async () => {
  await postmark.sendEmail({ ...MAIL, To: "dana@lakeside.example", Subject: "You are invited" });
  await postmark.sendEmail({ ...MAIL, To: "eve@lakeside.example", Subject: "Reset" });
  expect((await json()).slice(0, 2).map(({ to }) => to)).toEqual([
    "eve@lakeside.example",
    "dana@lakeside.example",
  ]);
  const found = await (await fixture.page("/sandbox/mail?about=INVITED")).text();
  expect(found).toContain("dana@lakeside.example");
  expect(found).not.toContain("eve@lakeside.example");
  expect(await (await fixture.page("/sandbox/mail?about=nothing-like-it")).text()).toContain(
    "No email matches",
  );
});

test("a bad token is 401, a malformed address 422 with code 300, an inactive one 422 with code 406", async () => {
  const before = (await json()).length;
  await expect(clientWith("wrong").sendEmail(MAIL)).rejects.toMatchObject({ statusCode: 401, code: 10 });
  for (const change of [{ To: "ada" }, { To: "" }, { To: "a@b.example, c" }, { From: "nobody" }]) {
    const error = await postmark.sendEmail({ ...MAIL, ...change }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Errors.InvalidEmailRequestError);
    expect(error).toMatchObject({ statusCode: 422, code: 300 });
  }
  await postmark.sendEmail({ ...MAIL, To: "gone@inactive.example" });
  const inactive = await postmark
    .sendEmail({ ...MAIL, To: "gone@inactive.example" })
    .catch((thrown) => thrown);
  expect(inactive).toBeInstanceOf(Errors.InactiveRecipientsError);
  expect(inactive).toMatchObject({ code: 406, recipients: ["gone@inactive.example"] });
  await expect(postmark.sendEmail({ ...MAIL, To: "a@outage.example" })).rejects.toMatchObject({
    statusCode: 503,
  });
  await expect(postmark.sendEmail({ ...MAIL, MessageStream: "nowhere" })).rejects.toMatchObject({
    code: 1235,
  });
  expect(await json()).toHaveLength(before + 1);
});

test("an email's outcome is posted as Postmark does, with the webhook's credentials", async () => {
  const hooks = () => fixture.app.received.filter(({ path }) => path === "/webhooks/postmark");
  for (const [To, kinds] of [
    ["new@inactive.example", ["HardBounce"]],
    ["new@complaint.example", ["Delivery", "SpamComplaint"]],
    ["new@full.example", ["Transient"]],
    ["new@lakeside.example", ["Delivery"]],
  ] as const) {
    const { MessageID } = await postmark.sendEmail({ ...MAIL, To });
    const about = () =>
      hooks().filter(({ body }) => (JSON.parse(body) as { MessageID: string }).MessageID === MessageID);
    await expect.poll(() => about().length).toBe(kinds.length);
    const posted = about().map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(posted.map(({ RecordType, Type }) => Type ?? RecordType).sort()).toEqual([...kinds].sort());
    expect(posted[0]).toMatchObject({ Metadata: MAIL.Metadata, Tag: "welcome" });
    expect(about()[0]?.headers.authorization).toBe(
      `Basic ${btoa("postmark:sandbox-postmark-webhook-secret")}`,
    );
  }
  expect(await (await fixture.page("/sandbox/mail?about=new@complaint")).text()).toContain(
    "delivered, complained",
  );
});

test("a batch reports a result per message", async () => {
  await postmark.sendEmail({ ...MAIL, To: "x@inactive.example" });
  const answers = await postmark.sendEmailBatch([MAIL, { ...MAIL, To: "x@inactive.example" }, MAIL]);
  expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 406, 0]);
  await expect(postmark.sendEmailBatch(Array(501).fill(MAIL))).rejects.toMatchObject({ code: 410 });
});

test("a sent email is found by its metadata", async () => {
  const { MessageID } = await postmark.sendEmail({ ...MAIL, Metadata: { mail: "mail-7" } });
  const found = await postmark.getOutboundMessages({ count: 1, offset: 0, metadata_mail: "mail-7" });
  expect(found.Messages.map((mail) => mail.MessageID)).toEqual([MessageID]);
  expect(
    (await postmark.getOutboundMessages({ count: 1, offset: 0, metadata_mail: "mail-8" })).Messages,
  ).toEqual([]);
});

test("emails survive a restart, even after a partly written last line", async () => {
  const before = await json();
  const { appendFileSync } = await import("node:fs");
  appendFileSync(`${fixture.dataDir}/sandbox/mails.jsonl`, '{"id":"half');
  await fixture.restart();
  expect(await json()).toEqual(before);
});

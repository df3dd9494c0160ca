import { expect, test } from "vitest";

import { asMessage } from "#app/mail/postmark.server.ts";
import { attachmentsOf, MOST_ATTACHED_BYTES, renderMail } from "#app/mail/render-mail.server.ts";
import { templates } from "#app/mail/templates.ts";
import { sealContents } from "#app/queue/mail-queue.server.ts";

const file = (bytes: number) => ({
  name: "copy.pdf",
  type: "application/pdf",
  content: Buffer.alloc(bytes, "x"),
});
const makers = (bytes: number) => ({ invitation: async () => [file(bytes)] });

test("a template's files are made from the mail's variables", async () => {
  const made = await attachmentsOf("invitation", () => ({ to: "pat@parents.example" }), {
    invitation: async ({ to }) => [{ name: "copy.txt", type: "text/plain", content: Buffer.from(to) }],
  });
  expect(made.map(({ content }) => content.toString())).toEqual(["pat@parents.example"]);
});

test("a mail without files opens no variables for them", async () => {
  const opened = () => {
    throw new Error("opened");
  };
  expect(await attachmentsOf("password-reset", opened, makers(1))).toEqual([]);
  expect(await attachmentsOf("constructor", opened, makers(1))).toEqual([]);
});

test("files that Postmark does not take give the mail up: at most 10 MB as they are sent", async () => {
  const most = (MOST_ATTACHED_BYTES / 4) * 3;
  const variables = () => ({});
  expect(await attachmentsOf("invitation", variables, makers(most))).toHaveLength(1);
  await expect(attachmentsOf("invitation", variables, makers(most + 1))).rejects.toThrow("too large");
});

test("files go out in base64, and a mail without them does not mention them", () => {
  const mail = {
    from_name: "",
    to_address: "pat@parents.example",
    reply_to: null,
    tag: "x",
    stream: "outbound",
    id: "m",
    key: "copy:m",
  };
  const rendered = { subject: "S", html: "<p>S</p>", text: "S" };
  const message = (attachments?: ReturnType<typeof file>[]) =>
    asMessage(mail as Parameters<typeof asMessage>[0], { ...rendered, attachments });
  expect(message([file(3)]).Attachments).toEqual([
    { Name: "copy.pdf", ContentType: "application/pdf", Content: "eHh4", ContentID: null },
  ]);
  expect(message()).not.toHaveProperty("Attachments");
});

test("a mail with the same words for several people differs only in each one's unsubscribe link", () => {
  const { sample } = templates["rating-submitted"];
  const link = (name: string) => ({ url: `https://goodside.test/mail/stop/${name}` });
  const mail = (id: string, unsubscribe: { url: string }, variables: object = sample) =>
    renderMail({
      id,
      tag: "rating-submitted",
      variables: sealContents(id, { variables, unsubscribe }),
      subject: "",
      html: "",
      text: "",
    });
  const alone = (name: string) => templates["rating-submitted"](sample, { stop: link(name) });
  for (const name of ["first", "second", "$&", 'a"b<c>&d'])
    expect(mail(name, link(name))).toEqual({ ...alone(name), unsubscribe: link(name) });
  const other = mail("other", link("other"), { ...sample, why: "For another reason." });
  expect(other.text).toContain("For another reason.");
  expect(other.text).toContain(link("other").url);
  expect(mail("again", link("again")).text).not.toContain("For another reason.");
});

import { afterAll, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

describe("the contact form", () => {
  const message = {
    submission: "form-1",
    name: "Pat Parent",
    email: "pat@parents.example",
    category: "billing",
    subject: "An invoice",
    message: "Hello,\n\n<b>who</b> pays?",
  };

  test("the contact form stores a message and emails it to the category's mailbox once", async () => {
    expect((await world.ask("/contact", { form: message })).headers.get("Location")).toBe(
      "/contact?sent=true",
    );
    await world.ask("/contact", { form: message });
    const kept = await world.control.selectFrom("contact_messages").selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ category: "billing", message: message.message });
    const mails = await readMails(
      world.control.selectFrom("mails").selectAll().where("tag", "=", "contact-message").execute(),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to_address: "billing@goodside.example",
      reply_to: "pat@parents.example",
    });
    expect(mails[0]?.html).toContain("&lt;b&gt;who&lt;/b&gt;");
  });

  test("the contact form accepts five messages an hour from one client and keeps the input of a sixth", async () => {
    const send = (n: number) =>
      world.ask("/contact", { form: { ...message, submission: `many-${n}` }, ip: "198.51.100.10" });
    for (let n = 0; n < 5; n += 1) expect((await send(n)).status).toBe(303);
    const sixth = await send(5);
    expect(sixth.status).toBe(429);
    expect(await sixth.text()).toContain('value="An invoice"');
    const kept = await world.control.selectFrom("contact_messages").select("submission_key").execute();
    expect(kept.map(({ submission_key }) => submission_key)).not.toContain("many-5");
  });

  test("the contact form keeps the input and names each invalid field", async () => {
    const answer = await world.ask("/contact", {
      form: { ...message, email: "pat@", subject: "", category: "x" },
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const words of ["Enter an email address in the format", "Enter a subject", "Choose a category"]) {
      expect(html).toContain(words);
    }
    expect(html).toContain('value="pat@"');
    expect(html).toContain("who&lt;/b&gt; pays?");
  });
});

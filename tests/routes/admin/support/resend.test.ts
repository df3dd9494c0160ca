import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, riverside, mia } = cast;
const { control, platform } = world;
const { giveUpUnsent } = await import("#app/mail/settle-mail.server.ts");
const { sealContents } = await import("#app/queue/mail-queue.server.ts");
afterAll(() => world.close());

const admin = await world.signInStaff("admin");
const get = async (address: string, cookie = admin) =>
  (await (await world.ask(address, { cookie })).text())
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const page = "/admin/mails/resend";

let number = 0;
async function failed(more: Record<string, unknown> = {}, stoppable = false): Promise<string> {
  number += 1;
  const id = `mail-${number}`;
  const unsubscribe = stoppable ? { url: "https://goodside.test/stop" } : undefined;
  await control
    .insertInto("mails")
    .values({
      ...{ id, key: id, club_code: lakeside.code, stream: "outbound", tag: "rank-changed" },
      ...{ to_address: `reader${number}@people.example`, reply_to: null, from_name: "", subject: "" },
      ...{ html: "", text: "", variables: sealContents(id, { variables: {}, unsubscribe }) },
      ...{ status: "failed", provider_id: null, last_error: "cannot be rendered: Error: x" },
      ...{ created_at: new Date(1_790_000_000_000 + number).toISOString(), attempted_at: null },
      ...{ sent_at: null, delivery: null },
      ...more,
    })
    .execute();
  return id;
}
const queued = async () =>
  (
    await control
      .selectFrom("mails")
      .select("id")
      .where("status", "=", "queued")
      .orderBy("created_at")
      .execute()
  ).map(({ id }) => id);

beforeEach(async () => {
  await control.deleteFrom("mails").execute();
  await control.deleteFrom("jobs").execute();
});

// product/support.md#support-tools
describe("sending failed emails again", () => {
  test("resending sends the emails of the template and the club, each once, and the club reads the count", async () => {
    const wanted = [await failed(), await failed()];
    await failed({ tag: "welcome" });
    await failed({ club_code: riverside.code });
    const address = `${page}?template=rank-changed&club=LAKESIDE`;
    expect(await get(address)).toContain("Send 2 Emails Again");
    expect(await queued()).toEqual([]);
    expect((await world.save(address, { cookie: admin, form: {} })).status).toBe(303);
    expect(await queued()).toEqual(wanted);
    await world.save(address, { cookie: admin, form: {} });
    const jobs = await control.selectFrom("jobs").select("payload").where("kind", "=", "mail.send").execute();
    expect(jobs.length).toBe(2);
    const rows = await control
      .selectFrom("audit")
      .select(["club_code", "detail"])
      .where("kind", "=", "staff.mail-retried")
      .execute();
    expect(rows).toEqual([{ club_code: lakeside.code, detail: '{"count":2,"email":"rank-changed"}' }]);
  });

  test("resending leaves out emails that were delivered, bounced, stopped or cannot be rendered, and counts them", async () => {
    await failed({ delivery: "delivered" });
    await failed({ provider_id: "at-postmark" });
    await failed({ variables: null });
    await failed({ variables: sealContents("another", { variables: {} }) });
    await failed({ to_address: "bounced@people.example" });
    await control
      .insertInto("dead_addresses")
      .values({ address: "bounced@people.example", delivery: "complained", since: new Date().toISOString() })
      .execute();
    const preferences = { account_id: mia.id, club_code: lakeside.code, frequency: "immediate" as const };
    await control
      .insertInto("notification_preferences")
      .values({
        ...{ ...preferences, email_on: 0, quiet_hours: "none", switches: "{}" },
        updated_at: new Date().toISOString(),
      })
      .execute();
    await failed({ to_address: "mia.manager@people.example" }, true);
    // Security mail and similar mail cannot be stopped.
    const toMia = await failed({ to_address: "mia.manager@people.example" });
    const at = new Date().toISOString();
    await platform.clubs.use(lakeside.code, (db) =>
      db
        .insertInto("contacts")
        .values({
          ...{ id: "pat", name: "Pat", name_key: "pat", email: "Pat@home.example" },
          ...{ email_key: "pat@home.example", language: "en", source: "manual", import_id: null },
          ...{
            delivery: null,
            mail_stopped_at: at,
            erased_at: null,
            created_at: at,
            updated_at: at,
            listed: 1,
          },
        })
        .execute(),
    );
    await failed({ to_address: "Pat@home.example" }, true);
    const text = await get(page);
    expect(text).toMatch(/Bounced before, or marked as spam 1 /);
    expect(text).toMatch(/Its reader has stopped such emails 2 /);
    expect(text).toMatch(/Nothing of it is kept to make it of 2 /);
    expect(text).toMatch(/Was delivered, or is at Postmark 2 /);
    expect(text).not.toContain("@people.example");
    await world.save(page, { cookie: admin, form: {} });
    expect(await queued()).toEqual([toMia]);
  });

  test("resending is refused if other emails failed since the page was shown", async () => {
    await failed();
    const html = await (await world.ask(page, { cookie: admin })).text();
    const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
    await failed();
    await world.ask(page, { cookie: admin, form: { version } });
    expect(await queued()).toEqual([]);
  });

  test("resending says that there is nothing to send, and is closed to moderators", async () => {
    expect(await get(page)).toContain("Nothing can be sent again");
    const cookie = await world.signInStaff("moderator");
    expect((await world.ask(page, { cookie })).status).toBe(403);
  });

  test("the list of failed emails is filtered by club", async () => {
    await failed();
    expect(await get("/admin/mails?club=LAKESIDE")).toContain("Rank changed");
    expect(await get("/admin/mails?club=riverside")).toContain("No email of RIVERSIDE has failed");
  });
});

// product/emails.md#undelivered-mail
test("an email whose every try failed is listed with club and kind, is counted, and can be resent", async () => {
  const { queueMail, queueMails } = await import("#app/queue/mail-queue.server.ts");
  const about = { clubCode: lakeside.code, variables: templates.invitation.sample } as const;
  await queueMail(control, { ...about, key: "one", template: "invitation", to: "one@outage.example" });
  await queueMails(control, [
    { ...about, key: "two", template: "invitation", to: "two@outage.example", bulk: true },
  ]);
  const tried = "2026-11-20T10:00:00.000Z";
  await control.updateTable("mails").set({ attempted_at: tried }).execute();
  const failedCounts = async () =>
    control
      .selectFrom("mail_counts")
      .select("mails")
      .where("template", "=", "invitation")
      .where("outcome", "=", "failed")
      .execute();
  const before = (await failedCounts())[0]?.mails ?? 0;
  expect(await giveUpUnsent(control)).toBe(0);
  await control
    .updateTable("jobs")
    .set({ status: "dead", attempts: 12, last_error: "NotBefore: x" })
    .execute();
  expect(await giveUpUnsent(control)).toBe(2);
  expect(await giveUpUnsent(control)).toBe(0);
  expect((await failedCounts())[0]?.mails).toBe(before + 2);
  const list = await get("/admin/mails");
  expect(list).toContain("Every try failed");
  expect(list).toContain("Invitation");
  expect(list).toContain("Lakeside");
  expect(list).not.toContain("outage.example");
  const address = `${page}?template=invitation&club=${lakeside.code}`;
  expect(await get(address)).toContain("Send 2 Emails Again");
  expect((await world.save(address, { cookie: admin, form: {} })).status).toBe(303);
  const rows = await control.selectFrom("mails").select(["status", "attempted_at"]).execute();
  expect(rows).toEqual(Array(2).fill({ status: "queued", attempted_at: tried }));
  expect(await giveUpUnsent(control)).toBe(0);
});

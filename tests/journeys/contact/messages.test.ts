import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { countDueMessages, eraseDueMessages, messageVersion } = await import(
  "#app/domain/control/contact/contact-messages.server.ts"
);
const { sendContactMessage } = await import("#app/domain/control/contact/contact-messages.server.ts");

const send = (key: string, category: "billing" | "sales") =>
  sendContactMessage(world.control, {
    submission_key: key,
    category,
    name: "Pat Parent",
    email: `${key}@parents.example`,
    subject: `About ${key}`,
    message: "Hello,\nwho pays?",
  });
const rows = () => world.control.selectFrom("contact_messages").selectAll().orderBy("id").execute();
const idOf = async (key: string) => (await rows()).find((row) => row.submission_key === key)?.id ?? "missing";
const staff = await world.signInStaff("admin");
const list = async (query = "") => (await world.ask(`/admin/messages${query}`, { cookie: staff })).text();

// product/pages.md#contact-messages
test("staff find a message, note what they did, and find it by its state", async () => {
  await send("first", "billing");
  await send("second", "sales");
  expect(await list()).toMatch(/About first[\s\S]*About second|About second[\s\S]*About first/);
  expect(await list("?category=sales")).not.toContain("About first");

  const path = `/admin/messages/${await idOf("first")}`;
  const page = await (await world.ask(path, { cookie: staff })).text();
  expect(page).toContain("who pays?");
  const version = messageVersion({ state: "new", note: "" });
  const form = { state: "answered", note: "Sent the invoice again", version };
  const saved = await world.ask(path, { cookie: staff, form });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/messages"]);
  expect(await list("?state=new")).not.toContain("About first");
  expect(await list("?state=answered")).toContain("About first");
  expect(await (await world.ask(path, { cookie: staff })).text()).toContain("Sent the invoice again");
  const audit = await world.control
    .selectFrom("audit")
    .select(["kind", "detail"])
    .where("topic", "=", "staff")
    .where("kind", "=", "staff.message-changed")
    .execute();
  expect(audit).toEqual([{ kind: "staff.message-changed", detail: '{"state":"answered"}' }]);

  // A colleague with an older page sees what is stored now.
  const stale = await world.ask(path, { cookie: staff, form: { ...form, state: "closed", note: "Mine" } });
  expect(stale.status).toBe(422);
  expect(await stale.text()).toContain("Sent the invoice again");
});

test("a message that nobody has answered is named on the dashboard of staff, and says when it is late", async () => {
  const dashboard = async () =>
    (await (await world.ask("/admin", { cookie: staff })).text()).replace(/<!-- -->/g, "");
  // The first one is answered.
  expect(await dashboard()).toContain("1 thing needs you now");
  expect(await dashboard()).toContain("due in 23 hours");
  const yesterday = new Date(Date.now() - 25 * 3_600_000 - 1_000).toISOString();
  await world.control.updateTable("contact_messages").set({ created_at: yesterday }).execute();
  expect(await dashboard()).toMatch(/About second<\/a>[\s\S]*1 hour late/);
  expect(await list()).toContain("1 hour late");
});

test("a moderator and a stranger read no message, and an unknown one is not found", async () => {
  const moderator = await world.signInStaff("moderator");
  expect((await world.ask("/admin/messages", { cookie: moderator })).status).toBe(403);
  expect((await world.ask("/admin/messages")).headers.get("Location")).toMatch(/^\/admin\/login/);
  expect((await world.ask("/admin/messages/unknown", { cookie: staff })).status).toBe(404);
});

test("a message is erased two years after it was sent, not a moment before", async () => {
  await send("old", "sales");
  await world.control
    .updateTable("contact_messages")
    .set({ created_at: "2024-02-29T12:00:00.000Z" })
    .where("submission_key", "=", "old")
    .execute();
  const due = new Date("2026-03-01T12:00:00.000Z");
  const before = new Date("2026-02-28T11:59:59.999Z");
  expect(await countDueMessages(world.control, before)).toBe(0);
  expect(await eraseDueMessages(world.control, before)).toBe(0);
  expect(await countDueMessages(world.control, due)).toBe(1);
  expect(await eraseDueMessages(world.control, due)).toBe(1);
  expect(await idOf("old")).toBe("missing");
  expect(await idOf("first")).not.toBe("missing");
});

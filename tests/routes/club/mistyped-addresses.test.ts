import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const { world, lakeside, hawks, otters, ada } = await openLakeside();
afterAll(() => world.close());

const inClub = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const post = (path: string, form: Record<string, string>) => world.ask(path, { cookie: ada.cookie, form });
const wordsOf = async (answer: Response) => (await answer.text()).replaceAll("<!-- -->", "");
const page = async (path: string) => wordsOf(await world.ask(path, { cookie: ada.cookie }));
const known = async (email: string) => {
  const inStaff = await inClub((db) =>
    db.selectFrom("staff").select("email").where("email", "=", email).execute(),
  );
  const inContacts = await inClub((db) =>
    db.selectFrom("contacts").select("email").where("email", "=", email).execute(),
  );
  const invited = await world.control
    .selectFrom("admin_invitations")
    .select("email")
    .where("email", "=", email)
    .execute();
  return inStaff.length + inContacts.length + invited.length;
};

const coach = { name: "Cy Coach", role: "coach", coachRole: "assistant" };
const forms: [what: string, path: string, field: string, form: Record<string, string>][] = [
  ["a coach", `/teams/${hawks}/invite`, "email", coach],
  ["a manager", `/teams/${otters}/invite`, "email", { ...coach, role: "manager" }],
  ["a user", "/club/settings?tab=users", "email", { ...coach, team: hawks }],
  ["an administrator", "/club/settings?tab=users", "email", { name: "Al Admin", role: "administrator" }],
  [
    "a team's first coach",
    "/club/settings?tab=teams",
    "coachEmail",
    { name: "Newts", ageGroup: "U-8", gender: "Coed", season: "Fall 2026", playerCount: "", coachName: "Di" },
  ],
  ["a parent", "/agreements/new", "email", { name: "Pa Rent", child: "Kid", team: hawks }],
  ["the coach of a list", "/teams/invite", "email-0", listed("Lo")],
];
function listed(name: string): Record<string, string> {
  return { intent: "send", "name-0": name, "role-0": "assistant", "team-0": hawks };
}

// product/pages.md#mistyped-addresses
describe.each(forms)("the mistyped address of %s", (what, path, field, form) => {
  const name = what.replaceAll(/\W/g, "");
  // Every team and address once.
  const own = (suffix: string) =>
    what === "a team's first coach" ? { ...form, name: `Newts ${suffix}` } : { ...form };

  test("a mistyped address is asked about, and kept in the form", async () => {
    const answer = await post(path, { ...own("A"), [field]: `${name}@gmial.com` });
    expect(answer.status).toBe(422);
    const asked = await wordsOf(answer);
    expect(asked).toContain(`Did you mean ${name}@gmail.com?`);
    expect(asked).toMatch(new RegExp(`name="${field}"[^>]*value="${name}@gmial.com"`));
    expect(asked).toMatch(/name="addressMeant"/);
    expect(asked).toContain(`value="${name.toLowerCase()}@gmial.com">`);
    expect(await known(`${name}@gmail.com`.toLowerCase())).toBe(0);
    expect(await known(`${name}@gmial.com`.toLowerCase())).toBe(0);
  });

  test("a mistyped address is corrected with one button", async () => {
    const sent = await post(path, { ...own("B"), [field]: `${name}1@gmial.com`, addressMeant: "yes" });
    expect(sent.status).toBe(303);
    expect(await known(`${name}1@gmail.com`.toLowerCase())).toBe(1);
  });

  test("a mistyped address is kept with the other button", async () => {
    // A team has one manager.
    await inClub((db) => db.deleteFrom("staff").where("team_id", "=", otters).execute());
    const typed = `${name}2@gmial.com`.toLowerCase();
    const other = await post(path, { ...own("C"), [field]: typed, addressTyped: "else@gmial.com" });
    expect(other.status).toBe(422);
    expect((await post(path, { ...own("C"), [field]: typed, addressTyped: typed })).status).toBe(303);
    expect(await known(typed)).toBe(1);
  });
});

test("a list is led back to and read without a question", async () => {
  const form = { ...listed("Lu"), "email-0": "lu@gmial.com" };
  expect((await post("/teams/invite", { ...form, intent: "edit", list: "lu@gmial.com" })).status).toBe(200);
  const read = await wordsOf(
    await post("/teams/invite", { intent: "read", list: "lu@gmial.com", team: hawks }),
  );
  expect(read).not.toContain("Did you mean");
  // The question's buttons send the list: they have no intent of their own.
  expect(read).toMatch(/value="edit"[\s\S]*type="hidden" name="intent" value="send"/);
});

test("a parent's stored address is not asked about again", async () => {
  const { agreementId } = await parentLink(world, lakeside, { name: "Ann", email: "ann@gmial.com" });
  const path = `/agreements/${agreementId}/edit`;
  const shown = await page(path);
  const version = /name="version" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  const kept = /name="addressTyped" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  const form = { version, name: "Ann Cole", email: "ann@gmial.com", addressTyped: kept };
  const other = await post(path, { ...form, email: "ann@gmail.con" });
  expect(await wordsOf(other)).toContain("Did you mean ann@gmail.com?");
  expect((await post(path, form)).status).toBe(303);
});

test("a form that is refused for another reason does not ask again about kept addresses", async () => {
  const kept = { email: "twice@gmial.com", addressTyped: "twice@gmial.com" };
  const refused = await post(`/teams/${hawks}/invite`, { ...coach, coachRole: "captain", ...kept });
  expect(refused.status).toBe(422);
  expect(await wordsOf(refused)).toContain('name="addressTyped" value="twice@gmial.com"');
});

describe("bulk entry", () => {
  const enter = async (emails: string, more: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ emails, ...more })) body.set(name, value);
    return world.ask("/email-collection/bulk", { cookie: ada.cookie, body });
  };

  test("bulk entry adds the others, and asks about the mistyped ones", async () => {
    const answer = await enter("ok@gmail.com\nBo Low <bo@gmial.com>\nnobody\ncy@yahoo.con");
    const shown = await wordsOf(answer);
    expect(shown).toContain("1 parent added.");
    expect(shown).toContain("Did you mean these addresses?");
    expect(shown).toContain(">Bo Low &lt;bo@gmial.com&gt;\ncy@yahoo.con\nnobody</textarea>");
    expect(shown).toContain('value="bo@gmial.com cy@yahoo.con"');
    expect([await known("ok@gmail.com"), await known("bo@gmial.com")]).toEqual([1, 0]);
    expect((await enter("bo@gmial.com")).status).toBe(422);
  });

  test("bulk entry takes mistyped addresses corrected, or as typed", async () => {
    expect((await enter("Bo Low <bo@gmial.com>\ncy@yahoo.con", { addressMeant: "yes" })).status).toBe(303);
    expect([await known("bo@gmail.com"), await known("cy@yahoo.com")]).toEqual([1, 1]);
    const kept = await enter("di@gmial.com\ned@gmial.com", { addressTyped: "di@gmial.com" });
    expect(kept.status).toBe(200);
    expect([await known("di@gmial.com"), await known("ed@gmial.com")]).toEqual([1, 0]);
  });
});

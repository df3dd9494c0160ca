import { afterAll, describe, expect, test } from "vitest";
import { INVITATIONS_A_DAY } from "#app/domain/values/daily-limits.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import type { TestClub } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());

const send = (form: Record<string, string>, cookie = ada.cookie) =>
  world.ask("/teams/invite", { cookie, form });
const words = async (answer: Response) =>
  (await answer.text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
const invited = (club: TestClub = lakeside) =>
  world.platform.clubs.use(club.code, (db) =>
    db
      .selectFrom("staff")
      .select(["name", "email", "role", "coach_role", "team_id"])
      .where("status", "=", "pending")
      .orderBy("email")
      .execute(),
  );
const mails = (club: TestClub = lakeside) =>
  world.control
    .selectFrom("mails")
    .select("key")
    .where("tag", "=", "invitation")
    .where("club_code", "=", club.code)
    .execute();

/** Returns the lines of the second page as a form. */
function lines(...people: [name: string, email: string, role: string, team: string][]) {
  const form: Record<string, string> = { intent: "send" };
  for (const [number, person] of people.entries())
    for (const [index, field] of ["name", "email", "role", "team"].entries())
      form[`${field}-${number}`] = person[index] ?? "";
  return form;
}

// product/teams.md#inviting-several-people
describe("a pasted list", () => {
  test("a pasted list is shown line by line before anything is sent, and one form invites all of it, once", async () => {
    const list = [1, 2, 3, 4, 5].map((n) => `Coach Number${n} <c${n}@people.example>`).join("\n");
    const preview = await send({ intent: "read", list, role: "assistant", team: hawks });
    expect(preview.status).toBe(200);
    const page = await words(preview);
    expect(page).toContain("Invite these 5 people?");
    expect(page).toMatch(/name="name-4"[^>]*value="Coach Number5"/);
    expect(page).toMatch(/name="email-0"[^>]*value="c1@people.example"/);
    expect(await mails()).toEqual([]);

    const form = lines(
      ...[1, 2, 3, 4, 5].map((n): [string, string, string, string] => [
        `Coach Number${n}`,
        `c${n}@people.example`,
        "assistant",
        n === 5 ? otters : hawks,
      ]),
    );
    for (const _ of ["once", "the same again"]) {
      const sent = await send(form);
      expect(sent.status).toBe(303);
      expect(sent.headers.get("Location")).toBe("/teams");
    }
    const people = await invited();
    expect(people.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `Coach Number${n}`));
    expect(people.map(({ team_id }) => team_id)).toEqual([hawks, hawks, hawks, hawks, otters]);
    expect(people.every((person) => person.coach_role === "assistant")).toBe(true);
    expect(await mails()).toHaveLength(5);
  });

  test("a pasted list is refused as a whole if a line has a problem, with a message at each and everything typed", async () => {
    const before = await invited();
    const answer = await send(
      lines(
        ["Fine Person", "fine@people.example", "head", hawks],
        ["No Address", "", "head", hawks],
        ["Wrong", "wrong@", "head", hawks],
        ["Teamless", "teamless@people.example", "head", ""],
        ["Coach Number1", "c1@people.example", "head", hawks],
        ["Second Manager", "second@people.example", "manager", hawks],
        ["Fine Again", "fine@people.example", "head", hawks],
        ["", "", "", ""],
      ),
    );
    expect(answer.status).toBe(422);
    const page = await words(answer);
    for (const [field, message] of [
      ["email-1", "This line has no email address"],
      ["email-2", "Enter an email address in the format"],
      ["team-3", "Choose a team"],
      ["email-4", "c1@people.example is already invited to this team"],
      ["team-5", "This team has a manager"],
      ["email-6", "fine@people.example is already invited"],
    ])
      expect(page).toMatch(new RegExp(`id="field-${field}-error"[^>]*>.*?${message}`, "s"));
    expect(page).toMatch(/name="name-3"[^>]*value="Teamless"/);
    expect(page).not.toContain('name="name-7"');
    expect(await invited()).toEqual(before);
  });

  test("a pasted list reports unreadable lines on the first page, and goes back to it", async () => {
    expect(await words(await send({ intent: "read", list: " , ;" }))).toContain(
      "Enter at least one email address",
    );
    const many = Array.from({ length: 51 }, (_, n) => `m${n}@people.example`).join("\n");
    const refused = await send({ intent: "read", list: many });
    expect(refused.status).toBe(422);
    expect(await words(refused)).toContain("At most 50 people at a time: this list has 51");
    const back = await words(await send({ intent: "edit", list: "Dana <d@people.example>", role: "head" }));
    expect(back).toContain("Dana &lt;d@people.example&gt;</textarea>");
  });

  test("a pasted list takes the team and role that a line names", async () => {
    const page = await words(
      await send({ intent: "read", list: "Lee, lee@people.example, Otters, Manager" }),
    );
    expect(page).toMatch(new RegExp(`name="team-0".*?<option value="${otters}" selected`, "s"));
    expect(page).toMatch(/name="role-0".*?<option value="manager" selected/s);
  });
});

test("managers invite coaches to their own teams only, and coaches nobody", async () => {
  const page = await words(await world.ask("/teams/invite", { cookie: mia.cookie }));
  expect(page).not.toContain('value="manager"');
  expect(page).not.toContain(otters);
  for (const line of [
    ["Own", "own@people.example", "manager", hawks],
    ["Other", "other@people.example", "head", otters],
  ] as [string, string, string, string][]) {
    expect((await send(lines(line), mia.cookie)).status).toBe(422);
  }
  expect((await send(lines(["Own", "own@people.example", "head", hawks]), mia.cookie)).status).toBe(303);
  expect((await world.ask("/teams/invite", { cookie: dana.cookie })).status).toBe(403);
});

test("a list longer than the day's remaining invitations is refused, and uses none of them", async () => {
  const club = await world.club("Bayside");
  const terns = await world.team(club, "Terns");
  const cookie = await world.signIn(club.adminAccount, club.code);
  const { mayInvite } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
  await mayInvite(club.code, INVITATIONS_A_DAY, INVITATIONS_A_DAY - 2);
  const people = [1, 2, 3].map((n): [string, string, string, string] => [
    `P ${n}`,
    `p${n}@people.example`,
    "head",
    terns,
  ]);
  const refused = await send(lines(...people), cookie);
  expect(refused.status).toBe(422);
  expect(await words(refused)).toContain("3 invitations would be more than your club can send in 24 hours");
  expect(await invited(club)).toEqual([]);
  expect((await send(lines(...people.slice(0, 2)), cookie)).status).toBe(303);
  expect(await mails(club)).toHaveLength(2);
});

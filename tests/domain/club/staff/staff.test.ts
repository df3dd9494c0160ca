import { describe, expect, test } from "vitest";
import { looksAfter, seesEmailOf, seesMember } from "#app/domain/club/staff/staff.ts";
import type { Role } from "#app/permissions/club-permissions.ts";

/** product/teams.md#staff, row by row: the viewer's role in the team, and the person viewed. */
const table: [Role, "manager" | "coach", "invited" | "joined", member: boolean, email: boolean][] = [
  ["club_admin", "manager", "invited", true, true],
  ["club_admin", "coach", "invited", true, true],
  ["club_admin", "manager", "joined", true, true],
  ["club_admin", "coach", "joined", true, true],
  ["team_manager", "manager", "invited", true, false],
  ["team_manager", "coach", "invited", true, true],
  ["team_manager", "manager", "joined", true, true],
  ["team_manager", "coach", "joined", true, true],
  ["coach", "manager", "invited", false, false],
  ["coach", "coach", "invited", false, false],
  ["coach", "manager", "joined", true, false],
  ["coach", "coach", "joined", true, false],
];

describe.each(table)("to a %s, of a %s who has %s", (role, of, when, member, email) => {
  const status = when === "joined" ? "active" : "pending";
  test(`the place in the team is ${member ? "shown" : "hidden"}`, () => {
    expect(seesMember({ role }, { status })).toBe(member);
  });
  test(`the email address is ${email ? "shown" : "hidden"}`, () => {
    expect(seesEmailOf({ role }, { status, role: of })).toBe(email);
  });
});

test("administrators look after everybody, a team's manager after its coaches, coaches after nobody", () => {
  const of = (role: Role) =>
    (["manager", "coach"] as const).filter((member) => looksAfter({ role }, { role: member }));
  expect([of("club_admin"), of("team_manager"), of("coach")]).toEqual([["manager", "coach"], ["coach"], []]);
});

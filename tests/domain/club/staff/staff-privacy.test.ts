import { describe, expect, test } from "vitest";
import type { Role } from "#app/domain/club/staff/club-user.ts";
import { seesEmailOf, seesMember } from "#app/domain/club/staff/staff-privacy.ts";

/** product.md#staff, row by row. */
const table: [Role, "invited" | "joined", member: boolean, email: boolean][] = [
  ["club_admin", "invited", true, true],
  ["club_admin", "joined", true, true],
  ["team_manager", "invited", true, false],
  ["team_manager", "joined", true, true],
  ["coach", "invited", false, false],
  ["coach", "joined", true, false],
];

describe.each(table)("of a coach or manager, to a %s, once %s", (role, when, member, email) => {
  const status = when === "joined" ? "active" : "pending";
  test(`the place in the team is ${member ? "shown" : "hidden"}`, () => {
    expect(seesMember({ role }, { status })).toBe(member);
  });
  test(`the email address is ${email ? "shown" : "hidden"}`, () => {
    expect(seesEmailOf({ role }, { status })).toBe(email);
  });
});

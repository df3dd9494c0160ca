import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER, DEMO_STAFF, demoPeople } from "../../sandbox/demo-people.ts";

const world = await openWorld();
afterAll(() => world.close());
const { seedDemo } = await import("../../sandbox/demo/seed.ts");
const { setDemoPasswords } = await import("../../sandbox/demo/passwords.ts");
const { verifyPassword } = await import("#app/domain/control/passwords/password.server.ts");

/** Tells whether each of the demo's people can sign in with these passwords. */
async function work(...passwords: string[]): Promise<boolean[]> {
  const rows = await world.control.selectFrom("accounts").selectAll().execute();
  const staff = await world.control.selectFrom("platform_admins").selectAll().execute();
  const people = [
    rows.find(({ kind, club_code }) => kind === "club" && club_code === DEMO_CLUB.code.toLowerCase()),
    rows.find(({ email }) => email === DEMO_COACH.email),
    rows.find(({ email }) => email === DEMO_MANAGER.email),
    ...DEMO_STAFF.map(({ email }) => staff.find((row) => row.email === email)),
  ];
  return Promise.all(people.map((row, index) => verifyPassword(row?.password_hash, passwords[index] ?? "")));
}
const passwordsOf = (staff: readonly { password: string }[]) => staff.map(({ password }) => password);
const known = [DEMO_CLUB.password, DEMO_COACH.password, DEMO_MANAGER.password, ...passwordsOf(DEMO_STAFF)];
const all = (works: boolean) => known.map(() => works);
const offered = () => {
  const { club, coach, manager, staff } = demoPeople(world.dataDir);
  return [club?.password ?? "", coach?.password ?? "", manager?.password ?? "", ...passwordsOf(staff)];
};

test("a public demo has new random passwords at every start, and the known ones once it is not public", async () => {
  await seedDemo(world.platform);
  await setDemoPasswords(world.platform, world.dataDir, false);
  expect(offered()).toEqual(known);
  expect(await work(...known)).toEqual(all(true));

  await setDemoPasswords(world.platform, world.dataDir, true);
  const first = offered();
  expect(await work(...known)).toEqual(all(false));
  expect(await work(...first)).toEqual(all(true));
  const file = join(world.dataDir, "sandbox", "passwords.json");
  expect(statSync(file).mode & 0o077).toBe(0);

  await setDemoPasswords(world.platform, world.dataDir, true);
  expect(offered()).not.toEqual(first);
  expect(await work(...first)).toEqual(all(false));

  await setDemoPasswords(world.platform, world.dataDir, false);
  expect(await work(...known)).toEqual(all(true));
  expect(existsSync(file)).toBe(false);
});

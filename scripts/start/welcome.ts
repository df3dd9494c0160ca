import { brand } from "#app/config/brand.ts";
import type { Env } from "#app/config/env.server.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";

/** Prints the address once the site is served and, in the demo, how to sign in. */
export async function welcome({ appUrl, mode, dataDir, demoPublic }: Env): Promise<string> {
  if (mode !== "demo") return `${brand.name} (${mode}) serves ${appUrl}`;
  const { demoPeople } = await import("../../sandbox/demo-people.ts");
  const { club, coach, manager, staff } = demoPeople(dataDir);
  type Person = [role: string, name: string, password: string];
  const people: Person[] = [
    ...(club ? [[roleName.club_admin, club.code, club.password] satisfies Person] : []),
    ...(manager ? [[roleName.team_manager, manager.email, manager.password] satisfies Person] : []),
    ...(coach ? [[roleName.coach, coach.email, coach.password] satisfies Person] : []),
  ];
  const line = ([role, name, password]: Person) => `  ${role.padEnd(20)} ${name.padEnd(24)} ${password}`;
  return [
    "",
    `${brand.name}, the demo, serves ${appUrl}`,
    "",
    ...(people.length > 0 ? [`Sign in at ${appUrl}/club/login:`, ...people.map(line)] : []),
    ...(staff.length > 0 ? [`The platform's staff at ${appUrl}/admin/login:`] : []),
    ...staff.map(({ role, email, password }) => line([platformRoleName[role], email, password])),
    "",
    `Or with one click: ${appUrl}/sandbox (also the mailbox, the payment page and the clock)`,
    ...(demoPublic
      ? ["Anybody may open it: its mailbox is public, and the passwords are new at every start."]
      : []),
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}

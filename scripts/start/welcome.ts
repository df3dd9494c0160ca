import { brand } from "#app/config/brand.ts";
import type { Env } from "#app/config/env.server.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";

/** Printed once the site is served: the address and, in the demo, how to sign in. */
export async function welcome({ appUrl, mode }: Env): Promise<string> {
  if (mode !== "demo") return `${brand.name} (${mode}) serves ${appUrl}`;
  const { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER } = await import("../../sandbox/demo-people.ts");
  const people: [role: string, name: string, password: string][] = [
    [roleName.club_admin, DEMO_CLUB.code, DEMO_CLUB.password],
    [roleName.team_manager, DEMO_MANAGER.email, DEMO_MANAGER.password],
    [roleName.coach, DEMO_COACH.email, DEMO_COACH.password],
  ];
  const rows = people.map(([role, name, password]) => `  ${role.padEnd(20)} ${name.padEnd(24)} ${password}`);
  return [
    "",
    `${brand.name}, the demo, serves ${appUrl}`,
    "",
    `Sign in at ${appUrl}/club/login:`,
    ...rows,
    "",
    `Or with one click: ${appUrl}/sandbox (also the mailbox, the payment page and the clock)`,
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The demo's people and their public passwords: `npm start` prints them, `/sandbox` offers them with one click.
 * They exist in demo data only, which production refuses.
 */
export const DEMO_CLUB = { code: "DEMO1", password: "Sideline-Demo-1" } as const;

export const DEMO_COACH = { email: "coach@demo.example", password: "Sideline-Demo-2" } as const;

export const DEMO_MANAGER = { email: "manager@demo.example", password: "Sideline-Demo-3" } as const;

/** Who may sign in to the demo, with the password that works now. */
export interface DemoPeople {
  club: { code: string; password: string };
  coach: { email: string; password: string };
  manager: { email: string; password: string };
}

/** With the passwords that everybody knows. */
export const KNOWN: DemoPeople = { club: DEMO_CLUB, coach: DEMO_COACH, manager: DEMO_MANAGER };
/** Where the passwords of a public demo are. */
export const passwordsIn = (dataDir: string) => join(dataDir, "sandbox", "passwords.json");

/** The demo's people: with passwords made at the start where the demo is public, else with the known ones. */
export function demoPeople(dataDir: string): DemoPeople {
  const file = passwordsIn(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DemoPeople) : KNOWN;
}

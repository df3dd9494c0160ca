import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The demo's people and their public passwords: `npm start` prints them, `/sandbox` offers them with one click.
 * They exist in demo data only, which production refuses.
 */
export const DEMO_CLUB = { code: "DEMO1", password: "Sideline-Demo-1" } as const;

export const DEMO_COACH = { email: "coach@demo.example", password: "Sideline-Demo-2" } as const;

export const DEMO_MANAGER = { email: "manager@demo.example", password: "Sideline-Demo-3" } as const;

/** The platform's own staff, who sign in at /admin/login. */
export const DEMO_STAFF = [
  { role: "super_admin", name: "Sasha Vance", email: "super@demo.example", password: "Sideline-Demo-4" },
  { role: "admin", name: "Ari Lund", email: "admin@demo.example", password: "Sideline-Demo-5" },
  { role: "moderator", name: "Noor Hale", email: "moderator@demo.example", password: "Sideline-Demo-6" },
] as const satisfies readonly DemoStaff[];

export interface DemoStaff {
  role: "super_admin" | "admin" | "moderator";
  name: string;
  email: string;
  password: string;
}

/** People who can sign in to the demo, with their current passwords; null for an account that does not exist. */
export interface DemoPeople {
  club: { code: string; password: string } | null;
  coach: { email: string; password: string } | null;
  manager: { email: string; password: string } | null;
  staff: readonly DemoStaff[];
}

/** The demo's people with their public passwords. */
export const KNOWN = {
  club: DEMO_CLUB,
  coach: DEMO_COACH,
  manager: DEMO_MANAGER,
  staff: DEMO_STAFF,
} satisfies DemoPeople;
/** Returns the file with the passwords of a public demo. */
export const passwordsIn = (dataDir: string) => join(dataDir, "sandbox", "passwords.json");
/** Returns the file that names accounts other than the demo's own (`npm run seed -- --clubs N`). */
export const peopleIn = (dataDir: string) => join(dataDir, "sandbox", "people.json");

/**
 * Returns the demo's people: with passwords generated at the start if the demo is public, otherwise with the known
 * ones.
 */
export function demoPeople(dataDir: string): DemoPeople {
  const file = [passwordsIn(dataDir), peopleIn(dataDir)].find((path) => existsSync(path));
  return file ? { ...KNOWN, ...(JSON.parse(readFileSync(file, "utf8")) as DemoPeople) } : KNOWN;
}

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { replacePassword } from "#app/domain/control/accounts/accounts.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER } from "../demo-people.ts";

/** Who may sign in to the demo, with the password that works now. */
export interface DemoPeople {
  club: { code: string; password: string };
  coach: { email: string; password: string };
  manager: { email: string; password: string };
}

const KNOWN: DemoPeople = { club: DEMO_CLUB, coach: DEMO_COACH, manager: DEMO_MANAGER };
const fileIn = (dataDir: string) => join(dataDir, "sandbox", "passwords.json");

/** The demo's people: with passwords made at the start where the demo is public, else with the known ones. */
export function demoPeople(dataDir: string): DemoPeople {
  const file = fileIn(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DemoPeople) : KNOWN;
}

/**
 * Gives the demo's people new random passwords at every start of a public demo, and the known ones again when it is
 * not public any more. Their sessions end where a password changes.
 */
export async function setDemoPasswords(
  { control }: Platform,
  dataDir: string,
  isPublic: boolean,
): Promise<void> {
  if (!isPublic && !existsSync(fileIn(dataDir))) return;
  const password = () => randomBytes(12).toString("base64url");
  const people: DemoPeople = isPublic
    ? {
        club: { ...KNOWN.club, password: password() },
        coach: { ...KNOWN.coach, password: password() },
        manager: { ...KNOWN.manager, password: password() },
      }
    : KNOWN;
  const { club, coach, manager } = people;
  const accounts = await control
    .selectFrom("accounts")
    .select(["id", "email", "kind"])
    .where((eb) =>
      eb.or([
        eb.and([eb("kind", "=", "club"), eb("club_code", "=", club.code.toLowerCase())]),
        eb("email", "in", [coach.email, manager.email]),
      ]),
    )
    .execute();
  const passwordOf = ({ kind, email }: (typeof accounts)[number]) =>
    kind === "club" ? club.password : email === coach.email ? coach.password : manager.password;
  const hashes = new Map<string, string>();
  for (const account of accounts) hashes.set(account.id, await hashPassword(passwordOf(account)));
  await inTransaction(control, async (tx) => {
    for (const [id, hash] of hashes) await replacePassword(tx, id, hash, now());
  });
  if (!isPublic) return rmSync(fileIn(dataDir));
  mkdirSync(join(dataDir, "sandbox"), { recursive: true });
  writeFileSync(fileIn(dataDir), `${JSON.stringify(people)}\n`, { mode: 0o600 });
}

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { replacePassword } from "#app/domain/control/accounts/accounts.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { findPlatformAdmin, replacePlatformPassword } from "#app/domain/control/platform/admins.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SEED_PASSWORD, seedCode, seedEmail } from "#scripts/seed/club.ts";
import { type DemoPeople, KNOWN, passwordsIn, peopleIn } from "../demo-people.ts";

const SEEDED = {
  club: { code: seedCode(1).toUpperCase(), password: SEED_PASSWORD },
  coach: { email: seedEmail("coach", 1, 1), password: SEED_PASSWORD },
  manager: { email: seedEmail("manager", 1, 1), password: SEED_PASSWORD },
};

/** Notes the accounts that can sign in if they are not the demo's own. */
export async function noteDemoPeople({ control }: Platform, dataDir: string): Promise<void> {
  const accounts = await control
    .selectFrom("accounts")
    .select(["email", "kind", "club_code"])
    .where((eb) =>
      eb.or([
        eb(
          "club_code",
          "in",
          [KNOWN, SEEDED].map(({ club }) => club.code.toLowerCase()),
        ),
        eb(
          "email",
          "in",
          [KNOWN, SEEDED].flatMap(({ coach, manager }) => [coach.email, manager.email]),
        ),
      ]),
    )
    .execute();
  const hasClub = (code: string) =>
    accounts.some(({ kind, club_code }) => kind === "club" && club_code === code.toLowerCase());
  if (hasClub(KNOWN.club.code)) return rmSync(peopleIn(dataDir), { force: true });
  const there = <One extends { email: string }>(person: One) =>
    accounts.some(({ email }) => email === person.email) ? person : null;
  const people: DemoPeople = {
    club: hasClub(SEEDED.club.code) ? SEEDED.club : null,
    coach: there(SEEDED.coach),
    manager: there(SEEDED.manager),
    staff: [],
  };
  mkdirSync(join(dataDir, "sandbox"), { recursive: true });
  writeFileSync(peopleIn(dataDir), `${JSON.stringify(people)}\n`);
}

/**
 * Gives the demo's people new random passwords at every start of a public demo, and the known ones again when it is not
 * public any more. A changed password ends its sessions.
 */
export async function setDemoPasswords(
  { control }: Platform,
  dataDir: string,
  isPublic: boolean,
): Promise<void> {
  if (existsSync(peopleIn(dataDir)) || (!isPublic && !existsSync(passwordsIn(dataDir)))) return;
  const password = () => randomBytes(12).toString("base64url");
  const people = isPublic
    ? {
        club: { ...KNOWN.club, password: password() },
        coach: { ...KNOWN.coach, password: password() },
        manager: { ...KNOWN.manager, password: password() },
        staff: KNOWN.staff.map((person) => ({ ...person, password: password() })),
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
  const staffHashes = new Map<string, string>();
  for (const { email, password } of people.staff) {
    const admin = await findPlatformAdmin(control, email);
    if (admin) staffHashes.set(admin.id, await hashPassword(password));
  }
  await inTransaction(control, async (tx) => {
    for (const [id, hash] of hashes) await replacePassword(tx, id, hash, now());
    for (const [id, hash] of staffHashes) await replacePlatformPassword(tx, id, hash, now());
  });
  if (!isPublic) return rmSync(passwordsIn(dataDir));
  mkdirSync(join(dataDir, "sandbox"), { recursive: true });
  writeFileSync(passwordsIn(dataDir), `${JSON.stringify(people)}\n`, { mode: 0o600 });
}

import type { ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openFile, openReadOnly } from "#app/db/file-engine.server.ts";
import { allDocuments } from "#app/domain/control/verification/verifications.server.ts";

const HOUR = 3_600_000;

export interface KnownClub {
  code: string;
  status: string;
  created_at: string;
}

/** The clubs and their members, from the control database. */
export interface Register {
  clubs: Map<string, KnownClub>;
  /** The members of each club, with their roles. */
  members: Map<string, Map<string, string>>;
}

/** @param live false for a backup's copy, which is opened read-only */
export async function readRegister(path: string, { live }: { live: boolean }): Promise<Register> {
  const control = kyselyOver<ControlSchema>(live ? openFile(path) : openReadOnly(path));
  try {
    const clubs = await control.selectFrom("clubs").select(["code", "status", "created_at"]).execute();
    const rows = await control
      .selectFrom("memberships")
      .select(["club_code", "account_id", "role"])
      .execute();
    const members: Register["members"] = new Map(clubs.map(({ code }) => [code, new Map()]));
    for (const { club_code, account_id, role } of rows) members.get(club_code)?.set(account_id, role);
    return { clubs: new Map(clubs.map((club) => [club.code, club])), members };
  } finally {
    await control.destroy();
  }
}

/**
 * Lists the documents that the control database says are kept; none in a database of a release before there were any.
 */
export async function readDocuments(path: string): ReturnType<typeof allDocuments> {
  const raw = openFile(path);
  const control = kyselyOver<ControlSchema>(raw);
  try {
    const there = raw.prepare("select 1 from sqlite_schema where name = 'verification_documents'").get();
    return there === undefined ? [] : await allDocuments(control);
  } finally {
    await control.destroy();
  }
}

/** Lists contradictions between the control database and a club's file. */
export function againstControl(
  code: string,
  { clubs, members }: Register,
  { there, people, at }: { there: boolean; people: readonly string[]; at: Date },
): string[] {
  const club = clubs.get(code);
  if (!club) return ["the control database knows no such club: nobody can sign in to it"];
  if (club.status === "creating") {
    const late = at.getTime() - Date.parse(club.created_at) > HOUR;
    return late ? [`it was paid at ${club.created_at} and is not ready yet`] : [];
  }
  if (!there) return ["the control database knows it, and it has no file"];
  const known = members.get(code) ?? new Map<string, string>();
  const problems: string[] = [];
  if (![...known.values()].includes("club_admin")) problems.push("it has no administrator's account");
  const locked = people.filter((id) => !known.has(id)).length;
  if (locked > 0) {
    problems.push(
      `${locked} of ${people.length} people with a place in its teams ${locked === 1 ? "is" : "are"} no member for the control database`,
    );
  }
  return problems;
}

import { type ExpressionBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema, ClubTx, ImportsTable } from "#app/db/club/schema.ts";
import { teamNameKey } from "#app/domain/club/teams/teams.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { importNames } from "./import-names.server.ts";
import type { ImportHead } from "./import-payload.ts";
import type { ClubTeam } from "./team-match.ts";

export type Import = ImportsTable;

export function findImport(db: ClubDb, id: string): Promise<Import | undefined> {
  return db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Loads an import without its rows. */
export function findImportHead(
  db: ClubDb,
  id: string,
): Promise<Pick<Import, "id" | "subject" | "file_name" | "status"> | undefined> {
  return db
    .selectFrom("imports")
    .select(["id", "subject", "file_name", "status"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the size of an import's preview payload, or of a finished one's result. Reads neither. */
export function importSize(
  db: ClubDb,
  subject: Import["subject"],
  id: string,
): Promise<{ added: number; changed: number; payloadBytes: number } | undefined> {
  return db
    .selectFrom("imports")
    .select(["added", "changed", (eb) => eb.fn<number>("octet_length", ["payload"]).as("payloadBytes")])
    .where("id", "=", id)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/**
 * Returns everything that a preview's page depends on, as one text: the user's answers about the file, and the club's
 * own rows. An equal text means an equal page. null: not a preview.
 */
export async function previewState(
  db: ClubDb,
  subject: Import["subject"],
  id: string,
): Promise<string | null> {
  const preview = await db
    .selectFrom("imports")
    .select(sql<string>`substr(payload, 1, instr(payload || ${"\n"}, ${"\n"}))`.as("head"))
    .where("id", "=", id)
    .where("subject", "=", subject)
    .where("status", "=", "preview")
    .executeTakeFirst();
  if (!preview) return null;
  const tables = subject === "games" ? (["games"] as const) : (["contacts", "children"] as const);
  const rows = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as "games")
        .select((eb) => [eb.fn.countAll<number>().as("rows"), eb.fn.max("updated_at").as("newest")])
        .executeTakeFirstOrThrow(),
    ),
  );
  return JSON.stringify([preview.head, rows, await clubTeams(db), await importNames(db)]);
}

/** Loads the latest import that changed anything. */
export function lastImport(
  db: ClubDb,
  subject: Import["subject"],
): Promise<Pick<Import, "id" | "file_name"> | undefined> {
  return db
    .selectFrom("imports")
    .select(["id", "file_name"])
    .where("subject", "=", subject)
    .where("status", "=", "done")
    .where(changedSomething)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Matches imports that changed something: others have nothing to show or to undo. */
export const changedSomething = (eb: ExpressionBuilder<ClubSchema, "imports">) =>
  eb.or([eb("imports.added", ">", 0), eb("imports.changed", ">", 0)]);

/** Imports that a page lists. */
export const IMPORTS_A_PAGE = 30;

/** Loads the latest imports, with those that are not finished yet. */
export function listImports(
  db: ClubDb,
  subject: Import["subject"],
): Promise<Omit<Import, "payload" | "subject" | "created_teams">[]> {
  return db
    .selectFrom("imports")
    .select(["id", "file_name", "status", "added", "changed", "unchanged", "skipped", "created_by"])
    .select(["created_at", "finished_at"])
    .where("subject", "=", subject)
    .orderBy("created_at", "desc")
    .limit(IMPORTS_A_PAGE)
    .execute();
}

/** Stores what a finished import did, and empties its payload. */
export async function storeOutcome(
  tx: ClubTx,
  preview: Import,
  { added, changed, unchanged, skipped }: Pick<Import, "added" | "changed" | "unchanged" | "skipped">,
  at: string,
): Promise<Import> {
  const counts = { added, changed, unchanged, skipped };
  const outcome = { status: "done" as const, payload: "", ...counts, finished_at: at };
  await tx.updateTable("imports").set(outcome).where("id", "=", preview.id).execute();
  return { ...preview, ...outcome };
}

/** Loads the club's teams, with those that an import is to create. */
export async function teamsOfImport(
  db: ClubDb,
  { newTeams = [] }: Pick<ImportHead, "newTeams">,
): Promise<ClubTeam[]> {
  const teams = await clubTeams(db);
  const taken = new Set(teams.map(seasonKey));
  return [...teams, ...newTeams.filter((team) => !taken.has(seasonKey(team)))];
}

/** Returns the key of a team in its season, where two cannot share a name. */
export const seasonKey = ({ name, season }: Pick<ClubTeam, "name" | "season">) =>
  `${season} ${teamNameKey(name)}`;

/** Loads the club's teams by name, without archived and deleted ones. */
export async function clubTeams(db: ClubDb): Promise<ClubTeam[]> {
  const rows = await db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "gender", "season"])
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  return sortByName(rows, ({ name }) => name);
}

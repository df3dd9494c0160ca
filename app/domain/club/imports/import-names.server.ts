import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { normalName } from "#app/domain/values/names.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { OTHER_CLUB, type TeamChoices } from "./import-file.ts";

/** Answers of the club about names in its files, so that it is asked once (product/imports.md#imports). */

/** Loads the names that files have for the club, and which of its teams the other names are. */
export async function importNames(db: ClubDb): Promise<{ clubs: string[]; choices: TeamChoices }> {
  const rows = await db.selectFrom("import_names").select(["kind", "key", "name", "team_id"]).execute();
  return {
    clubs: rows.filter(({ kind }) => kind === "club").map(({ name }) => name),
    choices: Object.fromEntries(
      rows.filter(({ kind }) => kind === "team").map(({ key, team_id }) => [key, team_id ?? OTHER_CLUB]),
    ),
  };
}

/** Loads the names as a page lists them, with the team's name; of deleted teams none. */
export function listImportNames(db: ClubDb) {
  return db
    .selectFrom("import_names")
    .leftJoin("teams", "teams.id", "import_names.team_id")
    .select(["import_names.kind", "import_names.key", "import_names.name", "teams.name as teamName"])
    .where((eb) => eb.or([eb("teams.status", "is", null), eb("teams.status", "<>", "deleted")]))
    .orderBy("import_names.kind")
    .orderBy("import_names.name")
    .execute();
}

/** Stores that files call the club so. */
export async function rememberClub(tx: ClubTx, name: string): Promise<void> {
  await remember(tx, { kind: "club", key: normalName(name), name, teamId: null });
}

/** Stores which team a name is; `OTHER_CLUB`: none. */
export async function rememberTeam(tx: ClubTx, key: string, name: string, choice: string): Promise<void> {
  await remember(tx, { kind: "team", key, name, teamId: choice === OTHER_CLUB ? null : choice });
}

/** Takes back what was said of a name. */
export async function forgetName(tx: ClubTx, kind: "club" | "team", key: string): Promise<void> {
  await tx.deleteFrom("import_names").where("kind", "=", kind).where("key", "=", key).execute();
}

async function remember(
  tx: ClubTx,
  said: { kind: "club" | "team"; key: string; name: string; teamId: string | null },
): Promise<void> {
  const { kind, key, name, teamId: team_id } = said;
  await tx
    .insertInto("import_names")
    .values({ kind, key, name, team_id, created_at: nowIso() })
    .onConflict((conflict) => conflict.columns(["kind", "key"]).doUpdateSet({ name, team_id }))
    .execute();
}

import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { nameKey } from "#app/domain/values/names.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { MAX_OWN_TEMPLATES, nameWithoutYear, type OwnTemplate, type Season } from "./seasons.ts";

/** Editable fields; days, teams and games are those of the season that it was made from. */
export type TemplateFields = Pick<OwnTemplate, "name" | "description" | "sport">;

/** Loads the club's own templates by name, at most MAX_OWN_TEMPLATES. Teams that were deleted are left out. */
export async function listOwnTemplates(db: ClubDb): Promise<OwnTemplate[]> {
  const rows = await db
    .selectFrom("season_templates as t")
    .select(["t.id", "t.name", "t.description", "t.sport", "t.season_name as seasonName"])
    .select(["t.starts_on as startsOn", "t.ends_on as endsOn", "t.planned_games as plannedGames"])
    .select("t.all_teams as allTeams")
    .select(
      sql<string>`(select json_group_array(own.team_id) from season_template_teams own
        join teams on teams.id = own.team_id and teams.status = 'active' where own.template_id = t.id)`.as(
        "teams",
      ),
    )
    .orderBy("t.name_key")
    .execute();
  return rows.map(({ teams, allTeams, ...row }) => ({
    ...row,
    allTeams: allTeams === 1,
    teamIds: allTeams === 1 ? [] : (JSON.parse(teams) as string[]).sort(),
  }));
}

/** Finds one of the club's own templates. */
export const findOwnTemplate = async (db: ClubDb, id: string): Promise<OwnTemplate | undefined> =>
  (await listOwnTemplates(db)).find((template) => template.id === id);

const fieldsOf = ({ name, description, sport }: TemplateFields) => ({ name, description, sport });

/** Returns the version of a template, which its form carries (product/pages.md#forms). */
export const templateVersion = (template: TemplateFields) => versionOf(fieldsOf(template));

const keyOf = (name: string) => nameKey(name) || name.toLowerCase();
const nameTaken = { ok: false, problem: "name-taken" } as const;

/** Saves a season as a template. The same form sent twice is one template. */
export async function saveAsTemplate(
  tx: ClubTx,
  season: Season,
  wanted: TemplateFields,
  at: Date = now(),
): Promise<{ ok: true } | typeof nameTaken | { ok: false; problem: "too-many" }> {
  const all = await listOwnTemplates(tx);
  const { name, startsOn, endsOn, plannedGames, allTeams } = season;
  const twin = all.find((other) => keyOf(other.name) === keyOf(wanted.name));
  if (twin) {
    const isSame = twin.startsOn === startsOn && twin.endsOn === endsOn;
    return isSame && sameValues(fieldsOf(wanted), fieldsOf(twin)) ? { ok: true } : nameTaken;
  }
  if (all.length >= MAX_OWN_TEMPLATES) return { ok: false, problem: "too-many" };
  const id = newId();
  const moment = at.toISOString();
  await tx
    .insertInto("season_templates")
    .values({
      ...{ id, ...fieldsOf(wanted), name_key: keyOf(wanted.name), season_name: nameWithoutYear(name) },
      ...{ starts_on: startsOn, ends_on: endsOn, planned_games: plannedGames, all_teams: Number(allTeams) },
      ...{ created_at: moment, updated_at: moment },
    })
    .execute();
  await insertRows(
    tx,
    "season_template_teams",
    season.teamIds.map((team_id) => ({ template_id: id, team_id })),
  );
  await recordAudit(tx, { kind: "records.season-template-added", subject: id, at });
  return { ok: true };
}

/** Changes what a template is called and says. @param version of the template that the form was filled from */
export async function editTemplate(
  tx: ClubTx,
  id: string,
  wanted: TemplateFields,
  version: string,
  at: Date = now(),
): Promise<
  | { ok: true }
  | typeof nameTaken
  | { ok: false; problem: "not-found" }
  | { ok: false; problem: "stale"; stored: OwnTemplate }
> {
  const all = await listOwnTemplates(tx);
  const stored = all.find((template) => template.id === id);
  if (!stored) return { ok: false, problem: "not-found" };
  if (sameValues(fieldsOf(wanted), fieldsOf(stored))) return { ok: true };
  if (templateVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  if (all.some((other) => other.id !== id && keyOf(other.name) === keyOf(wanted.name))) return nameTaken;
  await tx
    .updateTable("season_templates")
    .set({ ...fieldsOf(wanted), name_key: keyOf(wanted.name), updated_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, { kind: "records.season-template-changed", subject: id, at });
  return { ok: true };
}

/** Deletes a template. Seasons that were made from it stay. */
export async function deleteTemplate(
  tx: ClubTx,
  template: Pick<OwnTemplate, "id" | "name">,
  at: Date = now(),
): Promise<{ ok: true; name: string }> {
  await recordAudit(tx, { kind: "records.season-template-deleted", subject: template.id, at });
  await tx.deleteFrom("season_templates").where("id", "=", template.id).execute();
  return { ok: true, name: template.name };
}

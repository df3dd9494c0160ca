import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { isClosed } from "./earning.ts";
import type { ProgramFields } from "./rewards.ts";

export interface Program extends ProgramFields {
  id: string;
  /** '' for none. */
  seasonName: string;
  /** YYYY-MM-DD, both included: the days whose games count; the last is null where it is open. */
  startsOn: string;
  endsOn: string | null;
  /** YYYY-MM-DD: the first day of a season's that counts; null for its first day. */
  countsSince: string | null;
  isActive: boolean;
  archivedAt: string | null;
  /** Sum of all awards, in cents; `given` is their number. */
  spentCents: number;
  given: number;
  pending: number;
  /** Number of its rewards that are not archived. */
  rewards: number;
  /** The active teams that take part, the parents of theirs who are known, and the people who were named so far. */
  teams: number;
  parents: number;
  people: number;
}

/** Loads the club's programs with what they gave, the running ones first. */
export async function listPrograms(db: ClubDb): Promise<Program[]> {
  const rows = await db
    .selectFrom("reward_programs as p")
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .select(["p.id", "p.name", "p.description", "p.type", "p.season_id", "p.is_active", "p.budget_cents"])
    .select(["p.counts_since", "p.archived_at", "s.name as season_name"])
    .select(countsFrom.as("starts_on"))
    .select(sql<string | null>`case when s.id is null then p.ends_on else s.ends_on end`.as("ends_on"))
    .select(
      sql<string>`(select json_array(count(*) filter (where e.status = 'awarded'),
        coalesce(sum(e.value_cents) filter (where e.status = 'awarded'), 0),
        count(*) filter (where e.status = 'pending'),
        count(distinct nullif(e.recipient, ''))) from earned_rewards e where e.program_id = p.id)`.as(
        "tally",
      ),
    )
    .select(
      sql<number>`(select count(*) from rewards r where r.program_id = p.id and r.status <> 'archived')`.as(
        "rewards",
      ),
    )
    .select(sql<number>`(select count(*) from teams t where ${takesPart})`.as("teams"))
    .select(
      sql<number>`case when p.type <> 'parent' then 0 else (select count(distinct c.contact_id) from children c
        join teams t on t.id = c.team_id where ${takesPart}) end`.as("parents"),
    )
    .orderBy("p.is_active", "desc")
    .orderBy("p.created_at", "desc")
    .orderBy("p.id")
    .execute();
  return rows.map((row) => {
    const [given, spentCents, pending, people] = JSON.parse(row.tally) as [number, number, number, number];
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      type: row.type,
      seasonId: row.season_id ?? "",
      seasonName: row.season_name ?? "",
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      countsSince: row.counts_since,
      isActive: row.is_active === 1,
      budgetCents: row.budget_cents,
      archivedAt: row.archived_at,
      ...{ given, spentCents, pending, people },
      ...{ rewards: row.rewards, teams: row.teams, parents: row.parents },
    };
  });
}

/** The first day that counts for a program `p` whose season is `s`. */
export const countsFrom = sql<string>`max(coalesce(s.starts_on, p.starts_on), coalesce(p.counts_since, ''))`;

/** Tells whether a team `t` is one of the program's `p`, whose season is `s`. */
export const takesPart = sql<boolean>`t.status = 'active' and (s.id is null or s.all_teams = 1 or exists (
  select 1 from season_teams st where st.season_id = s.id and st.team_id = t.id))`;

export const findProgram = async (db: ClubDb, id: string): Promise<Program | undefined> =>
  (await listPrograms(db)).find((program) => program.id === id);

const programFields = ({ name, description, type, seasonId, budgetCents }: ProgramFields): ProgramFields => ({
  ...{ name, description, type, seasonId, budgetCents },
});

/** Returns the version that its form carries (product/pages.md#forms). */
export const programVersion = (program: Program) => versionOf(programFields(program));

export type NotFound = { ok: false; problem: "not-found" };

const programRow = (fields: ProgramFields) => ({
  name: fields.name,
  description: fields.description,
  type: fields.type,
  season_id: fields.seasonId || null,
  budget_cents: fields.budgetCents,
});

/** Loads the chosen season, if it is neither gone nor in the archive. */
const openSeasonOf = (tx: ClubTx, { seasonId }: Pick<ProgramFields, "seasonId">) =>
  tx
    .selectFrom("seasons")
    .select("ends_on")
    .where("id", "=", seasonId)
    .where("archived_at", "is", null)
    .executeTakeFirst();

type SeasonRefused = "season-gone" | "season-closed";

/** Returns why nothing can be earned in a season: it is not there, or it ended too long ago. */
function seasonProblem(
  { seasonId }: Pick<ProgramFields, "seasonId">,
  season: { ends_on: string } | undefined,
  today: string,
): { ok: false; problem: SeasonRefused } | null {
  if (seasonId === "") return null;
  if (!season) return { ok: false, problem: "season-gone" };
  return isClosed(season.ends_on, today) ? { ok: false, problem: "season-closed" } : null;
}

/**
 * Creates a program. The same form sent twice is one program.
 * @param today YYYY-MM-DD: without a season, the games from this day on count
 * @param fromToday whether the same holds of a season that is not over; otherwise all of its games count
 */
export async function createProgram(
  tx: ClubTx,
  fields: ProgramFields,
  today: string,
  at: Date = now(),
  fromToday = false,
): Promise<{ ok: true; id: string } | { ok: false; problem: SeasonRefused | "name-taken" }> {
  const namesake = (await listPrograms(tx)).find(({ name }) => sameName(name, fields.name));
  if (namesake && sameValues(programFields(namesake), fields)) return { ok: true, id: namesake.id };
  if (namesake) return { ok: false, problem: "name-taken" };
  const season = await openSeasonOf(tx, fields);
  const refused = seasonProblem(fields, season, today);
  if (refused) return refused;
  const id = newId();
  const moment = at.toISOString();
  await tx
    .insertInto("reward_programs")
    .values({
      ...programRow(fields),
      ...{ id, starts_on: today, ends_on: null, is_active: 1, archived_at: null },
      counts_since: fromToday && season && season.ends_on >= today ? today : null,
      ...{ created_at: moment, updated_at: moment },
    })
    .execute();
  await recordAudit(tx, { kind: "rewards.program-added", subject: id, at });
  return { ok: true, id };
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Changes a program; its budget cannot be less than what it gave.
 * @param version that the form was filled from
 * @param counts from which of a season's days games count: its first, or as it is; of another season from today on
 */
export async function editProgram(
  tx: ClubTx,
  id: string,
  fields: ProgramFields,
  version: string,
  at: Date = now(),
  counts: "kept" | "season" = "kept",
): Promise<
  | { ok: true }
  | NotFound
  | { ok: false; problem: SeasonRefused | "name-taken" }
  | { ok: false; problem: "spent"; spentCents: number }
  | { ok: false; problem: "stale"; stored: Program }
> {
  const programs = await listPrograms(tx);
  const stored = programs.find((program) => program.id === id);
  if (!stored) return { ok: false, problem: "not-found" };
  const countsSame = counts === "kept" || stored.countsSince === null;
  if (sameValues(programFields(stored), fields) && countsSame) return { ok: true };
  if (programVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  if (programs.some((other) => other.id !== id && sameName(other.name, fields.name)))
    return { ok: false, problem: "name-taken" };
  const moved = fields.seasonId !== stored.seasonId;
  const season = await openSeasonOf(tx, fields);
  const today = dateAt(at, await timezoneOf(tx));
  const refused = moved ? seasonProblem(fields, season, today) : null;
  if (refused) return refused;
  if (fields.budgetCents < stored.spentCents)
    return { ok: false, problem: "spent", spentCents: stored.spentCents };
  await tx
    .updateTable("reward_programs")
    .set({
      ...programRow(fields),
      counts_since:
        counts === "season" || !season
          ? null
          : moved
            ? season.ends_on >= today
              ? today
              : null
            : stored.countsSince,
      updated_at: at.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, { kind: "rewards.program-changed", subject: id, at });
  return { ok: true };
}

/** Lets a program run, or rest: one that rests earns nothing new, and what was earned stays. */
export async function setProgramActive(
  tx: ClubTx,
  id: string,
  isActive: boolean,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound> {
  const program = await findProgram(tx, id);
  if (!program || program.archivedAt !== null) return { ok: false, problem: "not-found" };
  if (program.isActive !== isActive) {
    await tx
      .updateTable("reward_programs")
      .set({ is_active: Number(isActive), updated_at: at.toISOString() })
      .where("id", "=", id)
      .execute();
    await recordAudit(tx, {
      kind: isActive ? "rewards.program-started" : "rewards.program-stopped",
      subject: id,
      at,
    });
  }
  return { ok: true, name: program.name };
}

/** Tells whether a program or a reward has a history, so that it is archived and not deleted. */
export const hasEarned = async (tx: ClubDb, column: "program_id" | "reward_id", id: string) =>
  (await tx.selectFrom("earned_rewards").select("id").where(column, "=", id).limit(1).executeTakeFirst()) !==
  undefined;

export const programHasHistory = (db: ClubDb, id: string) => hasEarned(db, "program_id", id);

/** Deletes a program that gave nothing; one with a history is archived with it. */
export async function removeProgram(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; name: string; archived: boolean } | NotFound> {
  const program = await findProgram(tx, id);
  if (!program) return { ok: false, problem: "not-found" };
  const archived = await programHasHistory(tx, id);
  if (!archived) await tx.deleteFrom("reward_programs").where("id", "=", id).execute();
  else if (program.archivedAt === null)
    await tx
      .updateTable("reward_programs")
      .set({ archived_at: at.toISOString(), is_active: 0, updated_at: at.toISOString() })
      .where("id", "=", id)
      .execute();
  const kind = archived ? "rewards.program-archived" : "rewards.program-deleted";
  if (program.archivedAt === null) await recordAudit(tx, { kind, subject: id, at });
  return { ok: true, name: program.name, archived };
}

/** Takes a program out of the archive; it rests until it is started again. */
export async function restoreProgram(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound> {
  const program = await findProgram(tx, id);
  if (!program) return { ok: false, problem: "not-found" };
  if (program.archivedAt !== null) {
    await tx.updateTable("reward_programs").set({ archived_at: null }).where("id", "=", id).execute();
    await recordAudit(tx, { kind: "rewards.program-restored", subject: id, at });
  }
  return { ok: true, name: program.name };
}

/** Loads the programs of a season that is copied or rolled over. */
export const programsOfSeason = (db: ClubDb, seasonId: string) =>
  db
    .selectFrom("reward_programs")
    .selectAll()
    .where("season_id", "=", seasonId)
    .where("archived_at", "is", null)
    .orderBy("created_at")
    .execute();

/** Takes a season's programs with their rewards, and nothing that was earned, to another. @returns their ids */
export async function copyPrograms(
  tx: ClubTx,
  from: string,
  to: { id: string; name: string; startsOn: string },
  at: Date,
): Promise<string[]> {
  const programs = await programsOfSeason(tx, from);
  const today = dateAt(at, await timezoneOf(tx));
  const ids: string[] = [];
  const names = new Set((await listPrograms(tx)).map(({ name }) => name.toLowerCase()));
  const moment = at.toISOString();
  for (const program of programs) {
    const id = newId();
    ids.push(id);
    let name = `${program.name}, ${to.name}`.slice(0, PROGRAM_NAME_MAX);
    for (let number = 2; names.has(name.toLowerCase()); number += 1)
      name = `${name.slice(0, PROGRAM_NAME_MAX - 3)} ${number}`;
    names.add(name.toLowerCase());
    await tx
      .insertInto("reward_programs")
      .values({
        ...program,
        ...{ id, name, season_id: to.id, starts_on: to.startsOn, ends_on: null },
        // In a season that has begun, a program is started by hand, after a preview of what is earned already.
        is_active: Number(to.startsOn > today),
        counts_since: null,
        ...{ created_at: moment, updated_at: moment },
      })
      .execute();
    const rewards = await tx
      .selectFrom("rewards")
      .selectAll()
      .where("program_id", "=", program.id)
      .where("status", "<>", "archived")
      .execute();
    for (const reward of rewards)
      await tx
        .insertInto("rewards")
        .values({
          ...reward,
          ...{ id: newId(), program_id: id, last_triggered_at: null },
          ...{ created_at: moment, updated_at: moment },
        })
        .execute();
    await recordAudit(tx, { kind: "rewards.program-added", subject: id, at });
  }
  return ids;
}

/** Most characters of a program's name. */
export const PROGRAM_NAME_MAX = 80;

/** Leaves the programs of a season that goes with the days that it had, and rests them. */
export async function releasePrograms(
  tx: ClubTx,
  season: { id: string; startsOn: string; endsOn: string },
): Promise<void> {
  await tx
    .updateTable("reward_programs")
    .set({ season_id: null, starts_on: season.startsOn, ends_on: season.endsOn, is_active: 0 })
    .where("season_id", "=", season.id)
    .execute();
}

/** Undoes `copyPrograms`: programs that teams have earned from by now stay. */
export async function dropPrograms(tx: ClubTx, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    if (!(await programHasHistory(tx, id)))
      await tx.deleteFrom("reward_programs").where("id", "=", id).execute();
}

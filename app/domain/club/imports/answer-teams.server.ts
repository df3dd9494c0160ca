import { z } from "zod";
import type { ClubTx } from "#app/db/club/schema.ts";
import { deleteTeam } from "#app/domain/club/teams/team-status.server.ts";
import { addTeam } from "#app/domain/club/teams/teams.server.ts";
import { teamNameKey, usualNotifications } from "#app/domain/club/teams/teams.ts";
import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { NO_TEAM_NAME, OTHER_CLUB } from "./import-file.ts";
import { forgetName, rememberTeam } from "./import-names.server.ts";
import { type NewTeam, replaceHead, splitPayload } from "./import-payload.ts";
import { clubTeams, findImport, type Import, seasonKey, teamsOfImport } from "./imports.server.ts";

/** Answers of the user about the names in a preview's file (product/imports.md#imports). */

const NOT_FOUND = { ok: false, problem: "not-found" } as const;

/** One name of the file, or several of one team, with what the user says of it. */
export interface TeamAnswer {
  keys: readonly string[];
  /** The name as the file spells it. */
  text: string;
  /** One of the club's teams, `OTHER_CLUB`, `auto` to take back what was said, or a team to create. */
  choice: string | { name: string; ageGroup: AgeGroup; gender: Gender; season: string };
}

/**
 * Stores which of the club's teams the file's names are, and which teams its import is to create; remembers the answers
 * for the next file. Sent twice it happens once.
 * @returns `planned`: how many teams the import creates; `index`: the answer whose team has the name of another team of
 *   the season; nothing is stored then
 */
export async function answerTeams(
  tx: ClubTx,
  id: string,
  answers: readonly TeamAnswer[],
): Promise<
  { ok: true; planned: number } | typeof NOT_FOUND | { ok: false; problem: "name-taken"; index: number }
> {
  const preview = await findImport(tx, id);
  if (preview?.status !== "preview") return NOT_FOUND;
  const { head } = splitPayload(preview.payload);
  const teams = await teamsOfImport(tx, head);
  const known = new Set(teams.map(({ id }) => id));
  const isDone = ({ keys }: TeamAnswer) => keys.every((key) => known.has(head.choices[key] ?? ""));
  const taken = new Set(teams.map(seasonKey));
  for (const [index, answer] of answers.entries()) {
    if (typeof answer.choice === "string" || isDone(answer)) continue;
    const key = seasonKey(answer.choice);
    if (taken.has(key)) return { ok: false, problem: "name-taken", index };
    taken.add(key);
  }
  const choices: Record<string, string> = { ...head.choices };
  const newTeams = [...(head.newTeams ?? [])];
  const isNew = (choice: string) => newTeams.some((team) => team.id === choice);
  for (const answer of answers) {
    const { keys, text, choice } = answer;
    if (typeof choice !== "string") {
      if (isDone(answer)) continue;
      const remembered = isWorthKeeping(answer, known) ? keys.map((key) => ({ key, text: text || key })) : [];
      const team = { id: newId(), ...choice, remembered };
      newTeams.push(team);
      for (const key of keys) choices[key] = team.id;
      continue;
    }
    for (const key of keys) {
      choices[key] = choice;
      if (key === NO_TEAM_NAME || isNew(choice)) continue;
      if (isWorthKeeping(answer, known)) await rememberTeam(tx, key, text || key, choice);
      else await forgetName(tx, "team", key);
    }
  }
  const chosen = new Set(Object.values(choices));
  const planned = newTeams.filter((team) => chosen.has(team.id));
  const payload = replaceHead(preview.payload, { ...head, choices, newTeams: planned, answered: true });
  await tx.updateTable("imports").set({ payload }).where("id", "=", id).execute();
  return { ok: true, planned: planned.length };
}

/**
 * Creates the teams that a preview's user asked for, before its rows are imported. A team whose name was taken meanwhile
 * is that team.
 * @returns the preview with the teams' ids
 */
export async function createTeams(tx: ClubTx, preview: Import): Promise<Import> {
  const { head } = splitPayload(preview.payload);
  const { newTeams = [] } = head;
  if (newTeams.length === 0) return preview;
  const ids = new Map((await clubTeams(tx)).map((team) => [seasonKey(team), team.id]));
  const choices: Record<string, string> = { ...head.choices };
  const created: string[] = [];
  for (const { id, remembered, ...team } of newTeams) {
    let teamId = ids.get(seasonKey(team));
    if (teamId === undefined) {
      teamId = await create(tx, team);
      created.push(teamId);
    }
    for (const [key, choice] of Object.entries(choices)) if (choice === id) choices[key] = teamId;
    for (const { key, text } of remembered) await rememberTeam(tx, key, text, teamId);
  }
  const created_teams = JSON.stringify(created);
  await tx.updateTable("imports").set({ created_teams }).where("id", "=", preview.id).execute();
  const payload = replaceHead(preview.payload, { ...head, choices, newTeams: [] });
  return { ...preview, payload, created_teams };
}

/** Deletes the teams that an undone import created, but for those that something depends on by now. */
export async function removeCreatedTeams(
  tx: ClubTx,
  { created_teams }: Pick<Import, "created_teams">,
): Promise<void> {
  const ids = z.array(z.string()).parse(JSON.parse(created_teams));
  if (ids.length === 0) return;
  const empty = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "in", ids)
    .where("status", "=", "active")
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom("games").select("games.id").whereRef("games.team_id", "=", "teams.id"))),
        not(exists(selectFrom("staff").select("staff.id").whereRef("staff.team_id", "=", "teams.id"))),
        not(
          exists(selectFrom("children").select("children.id").whereRef("children.team_id", "=", "teams.id")),
        ),
      ]),
    )
    .execute();
  if (empty.length === 0) return;
  await tx
    .deleteFrom("import_names")
    .where(
      "team_id",
      "in",
      empty.map(({ id }) => id),
    )
    .execute();
  for (const { id } of empty) await deleteTeam(tx, id);
}

/** Tells whether an answer is worth keeping: a team created under the file's name is found by it the next time. */
function isWorthKeeping({ choice, text }: TeamAnswer, known: ReadonlySet<string>): boolean {
  if (typeof choice === "string") return choice === OTHER_CLUB || known.has(choice);
  return !teamNameKey(text).includes(teamNameKey(choice.name));
}

async function create(
  tx: ClubTx,
  team: Pick<NewTeam, "name" | "ageGroup" | "gender" | "season">,
): Promise<string> {
  const added = await addTeam(tx, { ...team, playerCount: 0, description: "", ...usualNotifications() });
  if (!added.ok) throw new Error("A name that was free is taken inside one transaction");
  return added.teamId;
}

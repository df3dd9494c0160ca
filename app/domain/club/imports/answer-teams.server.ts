import type { ClubTx } from "#app/db/club/schema.ts";
import { addTeam } from "#app/domain/club/teams/teams.server.ts";
import { teamNameKey, usualNotifications } from "#app/domain/club/teams/teams.ts";
import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import { NO_TEAM_NAME, OTHER_CLUB } from "./import-file.ts";
import { forgetName, rememberTeam } from "./import-names.server.ts";
import { replaceHead, splitPayload } from "./import-payload.ts";
import { clubTeams, findImport } from "./imports.server.ts";

/** What the user says of the names in a preview's file (product.md#imports). */

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
 * Stores which of the club's teams the file's names are, creates those that are missing, and remembers the answers
 * for the next file. Sent twice it happens once.
 * @returns `index`: the answer whose team has the name of another team of the season; nothing is stored then
 */
export async function answerTeams(
  tx: ClubTx,
  id: string,
  answers: readonly TeamAnswer[],
): Promise<
  { ok: true; created: number } | typeof NOT_FOUND | { ok: false; problem: "name-taken"; index: number }
> {
  const preview = await findImport(tx, id);
  if (preview?.status !== "preview") return NOT_FOUND;
  const { head } = splitPayload(preview.payload);
  const teams = await clubTeams(tx);
  const known = new Set(teams.map(({ id }) => id));
  const isDone = ({ keys }: TeamAnswer) => keys.every((key) => known.has(head.choices[key] ?? ""));
  const taken = new Set(teams.map(({ name, season }) => `${season} ${teamNameKey(name)}`));
  for (const [index, answer] of answers.entries()) {
    if (typeof answer.choice === "string" || isDone(answer)) continue;
    const key = `${answer.choice.season} ${teamNameKey(answer.choice.name)}`;
    if (taken.has(key)) return { ok: false, problem: "name-taken", index };
    taken.add(key);
  }
  const choices: Record<string, string> = { ...head.choices };
  let created = 0;
  for (const answer of answers) {
    if (typeof answer.choice !== "string" && isDone(answer)) continue;
    const choice = typeof answer.choice === "string" ? answer.choice : await create(tx, answer.choice);
    if (typeof answer.choice !== "string") created += 1;
    for (const key of answer.keys) {
      choices[key] = choice;
      if (key === NO_TEAM_NAME) continue;
      if (isWorthKeeping(answer, known)) await rememberTeam(tx, key, answer.text || key, choice);
      else if (typeof answer.choice === "string") await forgetName(tx, "team", key);
    }
  }
  const payload = replaceHead(preview.payload, { ...head, choices, answered: true });
  await tx.updateTable("imports").set({ payload }).where("id", "=", id).execute();
  return { ok: true, created };
}

/** A team that was created under the file's name is found by it the next time. */
function isWorthKeeping({ choice, text }: TeamAnswer, known: ReadonlySet<string>): boolean {
  if (typeof choice === "string") return choice === OTHER_CLUB || known.has(choice);
  return !teamNameKey(text).includes(teamNameKey(choice.name));
}

async function create(tx: ClubTx, team: Exclude<TeamAnswer["choice"], string>): Promise<string> {
  const added = await addTeam(tx, { ...team, playerCount: 0, description: "", ...usualNotifications() });
  if (!added.ok) throw new Error("A name that was free is taken inside one transaction");
  return added.teamId;
}

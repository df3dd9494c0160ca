/**
 * A team's place as text: what sorts first stands first on every board, ranked teams in the order of `compareRank`,
 * then the others, most rated games first. Pure.
 */
import { adjustedAverage, type RankedTeam } from "./ranking.ts";

/** After every name and before every id: a control character, which no form lets into a name. */
const END_OF_NAME = "\u0001";
const COUNT_DIGITS = 6;
const COUNT_END = 16 ** COUNT_DIGITS - 1;

/** @param mean the platform's average that the edition holds; see adjustedAverage */
export function placeOf(team: RankedTeam & { ranked: boolean }, mean: number): string {
  const points = team.ranked ? adjustedAverage(team, mean) : team.ratedGames;
  const flag = team.ranked ? "0" : "1";
  return `${flag}${mostFirst(points)}${mostCounted(team.perfectGames)}${mostCounted(team.ratedGames)}${team.teamName}${END_OF_NAME}${team.teamId}`;
}

const bytes = Buffer.alloc(8);

/** A number from 0 on as 16 characters that sort the larger first: the bits of such doubles sort as they do. */
function mostFirst(number: number): string {
  bytes.writeDoubleBE(number);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = 0xff - (bytes[at] as number);
  return bytes.toString("hex");
}

const mostCounted = (count: number) =>
  (COUNT_END - Math.min(count, COUNT_END)).toString(16).padStart(COUNT_DIGITS, "0");

/** Sorts after every place. */
export const EVERYTHING = "~";

/** So many teams stand in a step when an edition is counted; so many steps make a block. */
export const STEP_TEAMS = 256;
export const BLOCK_STEPS = 64;

export interface Slice {
  state: string | null;
  ageGroup: string | null;
  gender: string | null;
}

/** The name under which the steps count a slice, or null where it is small enough to be counted through. */
export function steppedBoard({ state, ageGroup, gender }: Slice): string | null {
  return state !== null && ageGroup !== null ? null : `${state ?? ""}|${ageGroup ?? ""}|${gender ?? ""}`;
}

/** The counted slices that a team belongs to. */
export function steppedBoardsOf(team: { state: string; age_group: string; gender: string }): string[] {
  const { state, age_group, gender } = team;
  return [
    "||",
    `|${age_group}|`,
    `||${gender}`,
    `|${age_group}|${gender}`,
    `${state}||`,
    `${state}||${gender}`,
  ];
}

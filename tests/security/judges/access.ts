import { isStaffOnly } from "../../architecture/addresses.ts";
import type { BuiltRoute } from "../../architecture/manifest.ts";
import {
  type Access,
  type ActorName,
  accessOf,
  actors,
  expectedAccess,
  isElsewhere,
  leadsBack,
  type Row,
} from "../matrix.ts";

/** An answer to one actor, with its request. */
export interface Cell {
  name: ActorName;
  row: Row;
  /** True if the address had another club's ids. */
  foreign: boolean;
  /** True if the form came from another user's page. */
  strangeForm: boolean;
  answer: Response;
  /** Body of the answer. */
  text: string;
}

/**
 * Returns the access by the rules; Lakeside's people do not find what belongs to Riverside, whatever they may do at
 * home.
 */
export function expectedOf({ name, row, foreign }: Cell): Access {
  const expected = foreign ? atHome(name, row) : expectedAccess(name, row);
  const isNowhere = foreign ? !leadsBack(row) : NOT_THERE.includes(row.address.path);
  return isNowhere && expected === "open" ? "404" : expected;
}

/** Pages of things that Lakeside does not have: teams that were deleted long ago, copies of its file, and merges. */
const NOT_THERE = [
  ...["/admin/clubs/:clubCode/teams/:teamId", "/admin/clubs/:clubCode/copies/:copyId"],
  ...["/admin/merges/new", "/admin/merges/:mergeId"],
];

/** Returns an actor's access to their own things. */
const atHome = (name: ActorName, row: Row): Access =>
  expectedAccess(
    name === "coach of another team" ? "coach" : name === "manager of another team" ? "manager" : name,
    row,
  );

/** Compares the address table with an answer's status and target. */
export function accessProblems(cell: Cell): string[] {
  const { name, row, answer, strangeForm } = cell;
  const problems = answer.status >= 500 ? [`answers ${answer.status}`] : [];
  if (row.who === "anybody") return problems;
  const expected = expectedOf(cell);
  const found = accessOf(answer, row);
  // Another user's form names ids and versions that the actor does not have.
  const mayMiss =
    expected === "open" &&
    ((row.method === "POST" && strangeForm) || leadsBack(row)) &&
    (["404", "409", "422"].includes(found) || (found === "403" && isElsewhere(name)));
  if (found !== expected && !mayMiss)
    problems.push(`gets ${found} ${answer.headers.get("Location") ?? ""}, not ${expected}`);
  if (["sign in", "staff sign in"].includes(expected) && answer.status !== 302)
    problems.push(`is sent to sign in by ${answer.status}`);
  return problems;
}

/** Checks that an open page answers, and that no cache between the server and its reader keeps it. */
export function pageProblems(cell: Cell): string[] {
  const { row, answer } = cell;
  if (row.method !== "GET" || row.who === "anybody" || expectedOf(cell) !== "open") return [];
  const problems: string[] = [];
  const { is } = actors[cell.name];
  if (
    (is === "own" || is === "acting") &&
    row.who !== "account" &&
    !isStaffOnly(row.who) &&
    !leadsBack(row) &&
    answer.status !== 200
  )
    problems.push(`sees no page, but ${answer.status} ${answer.headers.get("Location") ?? ""}`);
  if (answer.status === 200 && !answer.headers.get("Cache-Control")?.includes("no-store"))
    problems.push("may be kept by a cache");
  return problems;
}

/** Checks that a refusal does not even show a team's name. */
export function refusalProblems(cell: Cell): string[] {
  if (cell.row.who === "anybody" || expectedOf(cell) === "open") return [];
  const name = (cell.foreign ? /Lynxes|Riverside/ : /Hawks/).exec(cell.text)?.[0];
  return name ? [`is refused and reads '${name}'`] : [];
}

/** Excludes structured data. */
const SCRIPT = /<script(?! type="application\/ld\+json")|modulepreload/i;

/**
 * Finds scripts: public pages, and those that call themselves bare, work without them, except pages that take a
 * password.
 */
export function scriptProblems({ row, text }: Cell, route: BuiltRoute | undefined): string[] {
  const { area } = row.address;
  const scriptless = route && !route.scripted && (route.bare || area === "site" || area === "account");
  return row.method === "GET" && scriptless && SCRIPT.test(text) ? ["has a script"] : [];
}

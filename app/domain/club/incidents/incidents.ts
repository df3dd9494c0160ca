import type { IncidentsTable, IncidentTalksTable } from "#app/db/club/schema.ts";
import { KEEP } from "#app/domain/values/retention.ts";

/**
 * U.S. Soccer's Policy 531-9: four levels of non-physical abuse of officials, with the fewest games of suspension;
 * three times as many where the official is a minor.
 */
export const abuseLevels = [
  { level: 1, games: 2 },
  { level: 2, games: 4 },
  { level: 3, games: 6 },
  { level: 4, games: 10 },
] as const;
export const MINOR_OFFICIAL_FACTOR = 3;

/** Years after which the words of an incident are erased (product/ratings.md#erasing-incidents). */
export const ERASED_AFTER_YEARS = KEEP.incidentYears;

/**
 * Returns the moment from which an incident's words are erased; one opened on February 29 has until March 1.
 * @param openedAt ISO-8601 in UTC, like the result
 */
export function erasesAt(openedAt: string): string {
  const at = new Date(openedAt);
  at.setUTCFullYear(at.getUTCFullYear() + ERASED_AFTER_YEARS);
  return at.toISOString();
}

export type IncidentStatus = IncidentsTable["status"];
export const incidentStatuses = ["open", "talked-to", "closed"] as const satisfies readonly IncidentStatus[];
export type Talk = Pick<IncidentTalksTable, "who" | "with_whom" | "due_on" | "state">;

/** Next step of an incident (product/ratings.md#incidents). */
export type NextStep =
  | { step: "none" }
  | { step: "write" | "plan" | "close" | "close-corrected" }
  | { step: "talk"; talk: Talk; overdue: boolean };

/**
 * Returns an incident's next step: closing it if its rating was corrected; otherwise what happened, a talk, the talk's
 * outcome, and closing it.
 * @param corrected no side's 0 stands
 * @param today YYYY-MM-DD in the club's zone
 */
export function nextStep(
  incident: Pick<IncidentsTable, "status" | "what" | "erased_at">,
  corrected: boolean,
  talks: readonly Talk[],
  today: string,
): NextStep {
  if (incident.status === "closed" || incident.erased_at !== null) return { step: "none" };
  if (corrected) return { step: "close-corrected" };
  if (incident.what === "") return { step: "write" };
  const planned = talks.filter(({ state }) => state === "planned");
  const [talk] = planned.toSorted((a, b) => a.due_on.localeCompare(b.due_on));
  if (talk) return { step: "talk", talk, overdue: talk.due_on < today };
  return { step: incident.status === "talked-to" ? "close" : "plan" };
}

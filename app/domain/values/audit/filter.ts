import { isDay } from "#app/domain/values/days.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { AUDIT_TOPICS, type AuditTopic } from "./kinds.ts";

export interface AuditFilter {
  topic: AuditTopic | "";
  /** Id of the actor; '' for everybody. */
  person: string;
  /** The first and the last day, YYYY-MM-DD in the reader's zone; '' for no bound. */
  from: string;
  to: string;
  /** A club's code, on the page of the platform's staff; '' for all. */
  club: string;
}

/** Reads a filter; what is not one of its values counts as not asked for. */
export function auditFilterIn(search: URLSearchParams): AuditFilter {
  const asked = (name: string) => (search.get(name) ?? "").trim().slice(0, 80);
  const day = (name: string) => (isDay(asked(name)) ? asked(name) : "");
  return {
    topic: isTopic(asked("topic")) ? (asked("topic") as AuditTopic) : "",
    person: asked("person"),
    from: day("from"),
    to: day("to"),
    club: asked("club").toLowerCase(),
  };
}

export const isFiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== "");

/** Returns the bounds of a filter's days in a zone, ISO-8601 UTC; the last day is whole. */
export function boundsOf({ from, to }: Pick<AuditFilter, "from" | "to">, timezone: string) {
  const next = to && new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return {
    from: from ? momentOf(from, null, timezone) : null,
    to: next ? momentOf(next, null, timezone) : null,
  };
}

/** Returns the filter as an address names it; empty values are left out. */
export const auditQueryOf = (filter: AuditFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

const isTopic = (text: string) => Object.hasOwn(AUDIT_TOPICS, text);

/** A row of a club's log, or of the platform's, in the order in which a page shows both. */
export interface AuditCursor {
  at: string;
  source: "club" | "platform";
  seq: number;
}

export const cursorText = ({ at, source, seq }: AuditCursor): string => `${at}_${source}_${seq}`;

/** Reads the place of a page's first row; null for anything else. */
export function cursorIn(text: string | null): AuditCursor | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(club|platform)_(\d{1,15})$/.exec(text ?? "");
  if (!found) return null;
  const [, at = "", source, seq] = found;
  return { at, source: source === "club" ? "club" : "platform", seq: Number(seq) };
}

/**
 * Returns where a source continues behind a cursor. Within one moment the club's rows come first, then the platform's.
 * @returns null where it starts with its newest row
 */
export function afterIn(cursor: AuditCursor | null, source: AuditCursor["source"]) {
  if (!cursor) return null;
  const { at } = cursor;
  if (cursor.source === source) return { at, seq: cursor.seq };
  return source === "club" ? { at, seq: 0 } : { at, seq: Number.MAX_SAFE_INTEGER };
}

/** Compares entries in a page's order: newest first, the club's rows before the platform's, higher numbers first. */
export function compareAudit(one: AuditCursor, other: AuditCursor): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.source !== other.source) return one.source === "club" ? -1 : 1;
  return other.seq - one.seq;
}

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
 * Where a source goes on behind a cursor. Of one moment the club's rows come first, then the platform's.
 * @returns null where it starts with its newest row
 */
export function afterIn(cursor: AuditCursor | null, source: AuditCursor["source"]) {
  if (!cursor) return null;
  const { at } = cursor;
  if (cursor.source === source) return { at, seq: cursor.seq };
  return source === "club" ? { at, seq: 0 } : { at, seq: Number.MAX_SAFE_INTEGER };
}

/** The order of a page: newest first, then the club's rows before the platform's, then the higher number first. */
export function compareAudit(one: AuditCursor, other: AuditCursor): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.source !== other.source) return one.source === "club" ? -1 : 1;
  return other.seq - one.seq;
}

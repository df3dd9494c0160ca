/** The last message of a page: the next one goes on behind it. */
export interface MessageCursor {
  /** ISO-8601 UTC. */
  at: string;
  id: string;
}

export const messageCursorText = ({ at, id }: MessageCursor): string => `${at}_${id}`;

/** Reads a page's start from its address; null for anything else. */
export function messageCursorIn(text: string | null): MessageCursor | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{1,60})$/.exec(text ?? "");
  return found ? { at: found[1] ?? "", id: found[2] ?? "" } : null;
}

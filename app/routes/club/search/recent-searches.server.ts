import { z } from "zod";
import { searchesCookie } from "#app/auth/cookies.server.ts";
import type { SessionRow } from "#app/auth/session.server.ts";
import { RECENT_MAX } from "#app/domain/club/search/recent.ts";
import { QUERY_MAX } from "#app/domain/club/search/search-query.ts";
import { seal, unseal } from "#app/runtime/seal.server.ts";

/**
 * A session's latest searches live in a browser cookie, because rows would mean a write per search and parents' names
 * to erase. It is sealed for the session and its club, so the browser's next user cannot read it.
 */

const recentSchema = z.array(z.string().max(QUERY_MAX)).max(RECENT_MAX);

type Session = Pick<SessionRow, "tokenHash" | "accountId" | "clubCode">;

const context = ({ tokenHash, accountId, clubCode }: Session) =>
  `searches ${tokenHash} ${accountId} ${clubCode}`;

/** Reads the latest searches of the session, the newest first. */
export async function readRecent(request: Request, session: Session): Promise<string[]> {
  const sealed: unknown = await searchesCookie.parse(request.headers.get("Cookie"));
  const text = typeof sealed === "string" && sealed !== "" ? unseal(sealed, context(session)) : null;
  if (text === null) return [];
  return recentSchema.safeParse(JSON.parse(text)).data ?? [];
}

/** Returns the Set-Cookie header that stores them. */
export const storeRecent = (recent: readonly string[], session: Session): Promise<string> =>
  searchesCookie.serialize(seal(JSON.stringify(recent), context(session)));

/** Returns the Set-Cookie header that forgets them. */
export const forgetRecent = (): Promise<string> => searchesCookie.serialize("", { maxAge: 0 });

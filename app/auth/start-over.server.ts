import { redirect } from "@remix-run/node";
import type { PublicContext } from "#app/journeys/context.ts";
import { flashCookie } from "./cookies.server.ts";
import { type SessionRow, startSession } from "./session.server.ts";

/** A new session in the place of one that has just ended with all others, and a message on the next page. */
export async function startOver(
  { control, client, session }: PublicContext & { session: SessionRow },
  to: string,
  text: string,
): Promise<Response> {
  const started = await startSession(control, {
    accountId: session.accountId,
    clubCode: session.clubCode,
    remember: session.remember === 1,
    ip: client.ip,
    userAgent: client.userAgent,
  });
  const headers = new Headers({ "Set-Cookie": started });
  headers.append("Set-Cookie", await flashCookie.serialize({ kind: "good", text }));
  return redirect(to, { status: 303, headers });
}

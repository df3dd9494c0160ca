import { redirect } from "@remix-run/node";
import { inTransaction } from "#app/db/engine.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import type { AdminContext } from "./admin-guard.server.ts";
import { startAdminSession } from "./admin-session.server.ts";
import { flashCookie } from "./cookies.server.ts";
import { keepsPages, type SessionRow, startSession } from "./session.server.ts";

/** Starts a new session after one that has just ended with all others, with a message on the next page. */
export async function startOver(
  { control, client, session }: PublicContext & { session: SessionRow },
  to: string,
  text: string,
): Promise<Response> {
  const started = await startSession(control, {
    accountId: session.accountId,
    clubCode: session.clubCode,
    remember: keepsPages(session) ? "with pages" : session.remember > 0,
    ip: client.ip,
    userAgent: client.userAgent,
    renews: true,
  });
  return leadOn(to, started, text);
}

/** Does the same for staff of the platform. */
export async function startAdminOver(
  { control, client, admin }: AdminContext,
  to: string,
  text: string,
): Promise<Response> {
  const started = await inTransaction(control, (tx) =>
    startAdminSession(tx, admin.id, client, { renews: true }),
  );
  return leadOn(to, started, text);
}

async function leadOn(to: string, session: string, text: string): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": session });
  headers.append("Set-Cookie", await flashCookie.serialize({ kind: "good", text }));
  return redirect(to, { status: 303, headers });
}

import type { ControlTx } from "#app/db/control/schema.ts";
import { placesOf, type SignInAccount } from "#app/domain/control/accounts/accounts.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { rememberBrowser } from "./known-browser.server.ts";
import { endSession, type Remember, startSession } from "./session.server.ts";
import { logSignIn } from "./sign-in-log.server.ts";

/** Session of a person who is signed in from the next request on. */
export interface OpenedSession {
  ok: true;
  /** Set-Cookie headers: the session, and the mark of a known browser. */
  cookies: string[];
  places: number;
  newClub: boolean;
}

type Opened = Awaited<ReturnType<typeof openSession>>;

/** Starts a session for accounts that have proved themselves, and ends the one that the browser had. */
export async function openSession(
  tx: ControlTx,
  request: Request,
  proved: readonly SignInAccount[],
  { remember, client }: { remember: Remember; client: PublicContext["client"] },
) {
  const ids = proved.map(({ id }) => id);
  const places = await placesOf(tx, ids);
  const [place, ...others] = places;
  const only = others.length === 0 ? place : undefined;
  const account = proved.find(({ id }) => id === only?.accountId) ?? proved[0];
  if (!account) throw new Error("Nobody to sign in");
  await endSession(tx, request);
  const cookie = await startSession(tx, {
    accountId: account.id,
    accounts: ids,
    clubCode: only?.code ?? null,
    remember,
    ip: client.ip,
    userAgent: client.userAgent,
  });
  return { account, ids, places: places.length, only, cookie };
}

/** Returns the headers that hand the browser its session, after the commit; the sign-in is logged. */
export async function setSession(
  { note }: Pick<PublicContext, "note">,
  request: Request,
  { account, ids, places, only, cookie }: Opened,
  method: Parameters<typeof logSignIn>[1]["method"],
): Promise<OpenedSession> {
  logSignIn(note, { method, user: account.id, club: only?.code ?? null });
  return {
    ok: true,
    cookies: [cookie, await rememberBrowser(request, ids)],
    places,
    newClub: only !== undefined && account.kind === "club" && account.last_sign_in_at === null,
  };
}

import { inTransaction } from "#app/db/engine.server.ts";
import { rolesOf } from "#app/domain/club/staff/club-user.ts";
import { endAccountToken, findAccountToken } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { tokenHashIn } from "#app/domain/control/api-tokens/api-tokens.server.ts";
import { endStaffToken } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { NOT_ALLOWED } from "#app/json/answer.server.ts";
import { problem } from "#app/json/problem.server.ts";
import { type Capability, may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { accessOf, changesSomething, endOf } from "./club-access.server.ts";
import { clubUser, openLinkedClub, publicContext, type RouteArgs } from "./guards.server.ts";
import { auditRefusedPage, rememberSignedIn } from "./refusal-audit.server.ts";

const TOKEN_NEEDED = "Send a valid token: Authorization: Bearer gs_… from /api/club/login.";

/**
 * Requires the club of a Bearer token, for a JSON call: the only way from a token to a club's file. No cookie is read,
 * and a token of the platform's staff is not one of a club (product/api.md#json-calls).
 * @throws a problem as Response: 401 without a valid token, 403 for a missing capability or a suspended club, 503 for
 *   an unavailable file
 */
export async function requireTokenUser(args: RouteArgs, capability: Capability): Promise<ClubContext> {
  const ctx = await publicContext(args);
  const hash = tokenHashIn(args.request.headers.get("Authorization"));
  const row = hash && (await findAccountToken(ctx.control, hash, now()));
  if (!row) {
    ctx.note({ event: "refused", reason: "token" });
    throw problem(401, "token-needed", TOKEN_NEEDED);
  }
  ctx.note({ user: row.accountId, club: row.clubCode });
  const actor = { kind: "account", id: row.accountId } as const;
  const { clubCode, tokenHash: session } = row;
  rememberSignedIn(ctx.note, { ...ctx, actor, clubCode, session, request: args.request });
  const access = accessOf(row);
  const isSuspended = access === "suspended" || access === "creating";
  if (isSuspended)
    throw problem(403, "club-closed", "This club is suspended. Sign in on the website to see why.");
  if (access === "read-only" && changesSomething(args.request)) {
    ctx.note({ event: "refused", reason: "read-only" });
    throw problem(402, "club-read-only", `The club’s year ended on ${endOf(row)}. Everything can be read.`);
  }
  const db = await openLinkedClub(args, ctx, { clubCode: row.clubCode, clubColor: null });
  const user = await clubUser(db, row);
  if (!user || !rolesOf(user).some((role) => may(role, capability))) {
    ctx.note({ event: "refused", reason: "role" });
    auditRefusedPage(ctx.note, "role");
    throw problem(403, "not-allowed", NOT_ALLOWED);
  }
  ctx.note({ role: user.role });
  const club = { code: row.clubCode, name: row.clubName, state: row.clubState, timezone: row.timezone };
  return { ...ctx, db, club, user };
}

/** Ends the token that a request carries. @throws a problem as Response: 401 without a valid one */
export async function endTokenOf(args: RouteArgs): Promise<void> {
  const ctx = await publicContext(args);
  const hash = tokenHashIn(args.request.headers.get("Authorization"));
  const ended = await inTransaction(
    ctx.control,
    async (tx) =>
      hash !== null && ((await endAccountToken(tx, hash, now())) || (await endStaffToken(tx, hash, now()))),
  );
  if (!ended) throw problem(401, "token-needed", TOKEN_NEEDED);
  ctx.note({ event: "token ended" });
}

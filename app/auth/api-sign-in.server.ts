import type { ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { placesOf } from "#app/domain/control/accounts/accounts.server.ts";
import { noteClubSignIn } from "#app/domain/control/accounts/memberships.server.ts";
import { createAccountToken } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { createStaffToken } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { hasSamePassword, type PlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { hasTotp } from "#app/domain/control/platform/totp.server.ts";
import { clubCodeTyped } from "#app/domain/values/sign-in-name.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { mustSetUpSecondFactor } from "./admin-session.server.ts";
import {
  checkAdminPassword,
  proveSecondFactor,
  renewAdminHash,
  type TypedCode,
} from "./admin-sign-in.server.ts";
import { checkPassword, recordSignIns } from "./sign-in.server.ts";
import { logSignIn } from "./sign-in-log.server.ts";

/** Returns null: a program has no cookie, so that its tries always count as a stranger's. */
const noBrowser = async () => null;

type Place = Awaited<ReturnType<typeof placesOf>>[number];

export type TokenSignIn =
  | { ok: true; token: string; expiresAt: string; place: Place; name: string; email: string | null }
  | { ok: false; problem: "wrong" | "locked" | "no-club" }
  | { ok: false; problem: "choose-club"; places: Place[] };

/**
 * Signs a program in, by the rules and the counters of the form, and makes a token for one club
 * (product/api.md#json-calls).
 * @param form.club the code of the club, for an account of several
 * @throws TooBusy
 */
export async function signInForToken(
  ctx: PublicContext,
  request: Request,
  form: { identifier: string; password: string; club?: string },
): Promise<TokenSignIn> {
  const { control, client, note } = ctx;
  const checked = await checkPassword(ctx, request, form, noBrowser);
  if (!checked.ok) return { ok: false, problem: checked.problem === "locked" ? "locked" : "wrong" };
  return inTransaction(control, async (tx): Promise<TokenSignIn> => {
    const matched = await recordSignIns(tx, checked.match);
    if (matched.length === 0) return { ok: false, problem: "wrong" };
    const all = await placesOf(
      tx,
      matched.map(({ id }) => id),
    );
    const wanted = form.club === undefined ? null : clubCodeTyped(form.club);
    const places = wanted === null ? all : all.filter(({ code }) => code === wanted);
    if (all.length === 0) return { ok: false, problem: "no-club" };
    // One club twice is its administrator and its coach: the former may do more.
    const place = places.find(({ role }) => role === "club_admin") ?? places[0];
    const clubs = new Set(places.map(({ code }) => code));
    if (!place || clubs.size > 1) return { ok: false, problem: "choose-club", places: all };
    const account = matched.find(({ id }) => id === place.accountId);
    const owner = { accountId: place.accountId, clubCode: place.code };
    const made = await createAccountToken(tx, owner, client, now());
    await noteClubSignIn(tx, { accountId: place.accountId, code: place.code }, now());
    logSignIn(note, { method: checked.method, user: place.accountId, club: place.code });
    note({ token: true });
    return { ok: true, ...made, place, name: account?.name ?? "", email: account?.email ?? null };
  });
}

export type StaffTokenSignIn =
  | { ok: true; token: string; expiresAt: string; admin: PlatformAdmin }
  | {
      ok: false;
      problem: "wrong" | "locked" | "code-needed" | "wrong-code" | "codes-locked" | "set-up-first";
    };

/**
 * Signs a program of staff in. Never a token from the password alone where there is a second factor, or has to be one
 * (product/api.md#json-calls).
 * @throws TooBusy
 */
export async function signInStaffForToken(
  ctx: PublicContext,
  form: { email: string; password: string },
  typed: TypedCode | null,
): Promise<StaffTokenSignIn> {
  const { control, client, note } = ctx;
  const checked = await checkAdminPassword(ctx, form, noBrowser);
  if (!checked.ok) return checked;
  const admin = checked.match;
  const tokenFor = async (tx: ControlTx, owner: PlatformAdmin) =>
    (await hasSamePassword(tx, owner)) ? createStaffToken(tx, owner.id, client, now()) : null;
  await renewAdminHash(control, admin, form.password);
  const secondFactor = await hasTotp(control, admin.id);
  if (mustSetUpSecondFactor({ role: admin.role, secondFactor: secondFactor ? 1 : 0 }))
    return { ok: false, problem: "set-up-first" };
  if (!secondFactor) {
    const made = await inTransaction(control, (tx) => tokenFor(tx, admin));
    if (!made) return { ok: false, problem: "wrong" };
    logSignIn(note, { method: "staff", user: admin.id, club: null });
    return { ok: true, ...made, admin };
  }
  if (!typed) return { ok: false, problem: "code-needed" };
  const proved = await proveSecondFactor(ctx, admin, typed, (tx) => tokenFor(tx, admin));
  if (proved.ok) return { ok: true, ...proved.made, admin };
  return { ok: false, problem: proved.problem === "locked" ? "codes-locked" : "wrong-code" };
}

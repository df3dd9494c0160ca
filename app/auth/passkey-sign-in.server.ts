import { inTransaction } from "#app/db/engine.server.ts";
import { recordSignIn } from "#app/domain/control/accounts/accounts.server.ts";
import { noteAnswered } from "#app/domain/control/passkeys/challenge.server.ts";
import { challengeIn, verifyAssertion } from "#app/domain/control/passkeys/device-answer.server.ts";
import type { PasskeyProblem } from "#app/domain/control/passkeys/labels.ts";
import { findPasskey, notePasskeyUse } from "#app/domain/control/passkeys/passkeys.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type OpenedSession, openSession, setSession } from "./open-session.server.ts";
import { auditRefusedSignIn } from "./refusal-audit.server.ts";
import { rememberAs } from "./session.server.ts";

type Credential = Parameters<typeof verifyAssertion>[0];

/**
 * Signs in to the account of a passkey, and ends the session that the browser had. A challenge is answered once; a
 * counter that went back is a copied key's and refused (product/accounts.md#passkeys).
 */
export async function signInByPasskey(
  ctx: PublicContext,
  request: Request,
  { credential, ...form }: { credential: Credential; remember: boolean; scripts: boolean },
): Promise<OpenedSession | { ok: false; problem: PasskeyProblem }> {
  const { control, client, note } = ctx;
  const refused = (problem: PasskeyProblem, user?: string) => {
    note({ event: "sign-in refused", reason: problem, by: "passkey", ...(user ? { user } : {}) });
    auditRefusedSignIn(ctx, "wrong", { kind: "account", ids: user ? [user] : [] });
    return { ok: false, problem } as const;
  };
  if (!(await mayUse("passkey-client", client.ip))) return refused("throttled");
  const found = await findPasskey(control, credential.id);
  if (!found) return refused("unknown");
  const { passkey, account } = found;
  const { userHandle } = credential.response;
  const handle = userHandle === undefined ? account.id : Buffer.from(userHandle, "base64url").toString();
  const checked = await verifyAssertion(credential, passkey);
  if (checked.ok && account.merged_into) return refused("merged", account.id);
  if (!checked.ok || handle !== account.id) {
    note({ why: checked.ok ? "another account's handle" : checked.why });
    return refused("refused", account.id);
  }
  const opened = await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await noteAnswered(tx, challengeIn(credential), at))) return "stale";
    if (!(await notePasskeyUse(tx, passkey.id, checked.result, at))) return "refused";
    if (!(await recordSignIn(tx, account, at.toISOString()))) return "refused";
    return openSession(tx, request, [account], { remember: rememberAs(form), client });
  });
  if (typeof opened === "string") return refused(opened, account.id);
  return setSession(ctx, request, opened, "passkey");
}

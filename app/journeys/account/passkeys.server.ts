import type { z } from "zod";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { passwordOf } from "#app/domain/control/accounts/accounts.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { newChallenge, noteAnswered } from "#app/domain/control/passkeys/challenge.server.ts";
import { challengeIn, verifyNewPasskey } from "#app/domain/control/passkeys/device-answer.server.ts";
import type { PasskeyProblem } from "#app/domain/control/passkeys/labels.ts";
import type { addPasskeySchema } from "#app/domain/control/passkeys/passkey-forms.server.ts";
import {
  addPasskey,
  MOST_PASSKEYS,
  passkeysOf,
  removePasskey,
} from "#app/domain/control/passkeys/passkeys.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";

type Refused = { ok: false; problem: PasskeyProblem };

/**
 * Lets who knows the own password add a passkey within the next 10 minutes.
 * @returns the challenge for the device, which is the leave at the same time
 * @throws TooBusy
 */
export async function startPasskey(
  control: ControlDb,
  accountId: string,
  password: string,
): Promise<{ ok: true; challenge: string } | Refused> {
  const own = await checkOwnPassword(control, accountId, password);
  if (!own.ok) return own;
  if ((await passkeysOf(control, accountId)).length >= MOST_PASSKEYS)
    return { ok: false, problem: "too-many" };
  return { ok: true, challenge: newChallenge(`add ${accountId}`, now()) };
}

/** Stores the passkey that a device made, once; the owner is told by email (product.md#passkeys). */
export async function finishPasskey(
  control: ControlDb,
  accountId: string,
  { name, credential }: z.output<typeof addPasskeySchema>,
): Promise<{ ok: true } | (Refused & { why?: string })> {
  const made = await verifyNewPasskey(credential, `add ${accountId}`);
  if (!made.ok) return { ok: false, problem: "refused", why: made.why };
  return inTransaction(control, async (tx) => {
    const at = now();
    if (!(await noteAnswered(tx, challengeIn(credential), at))) return { ok: false, problem: "stale" };
    const passkey = { ...made.result, account_id: accountId, name, created_at: at.toISOString() };
    if (!(await addPasskey(tx, passkey))) return { ok: false, problem: "too-many" };
    await notifyOwner(tx, accountId, { what: "added", name }, at);
    return { ok: true };
  });
}

/** Removes one of the own passkeys; the owner is told by email. @returns its name, or null if it is gone already */
export const dropPasskey = (control: ControlDb, accountId: string, id: string): Promise<string | null> =>
  inTransaction(control, async (tx) => {
    const name = await removePasskey(tx, accountId, id);
    if (name !== null) await notifyOwner(tx, accountId, { what: "removed", name }, now());
    return name;
  });

async function notifyOwner(
  tx: ControlTx,
  id: string,
  { what, name }: { what: "added" | "removed"; name: string },
  at: Date,
): Promise<void> {
  await recordAccountAudit(tx, id, { kind: `account.passkey-${what}`, actor: { kind: "account", id }, at });
  const account = await passwordOf(tx, id);
  if (!account?.email) return;
  await queueMail(tx, {
    key: `passkey:${newId()}`,
    template: "passkey",
    variables: { what, name, accountLink: `${env().appUrl}/account/passkeys` },
    to: account.email,
    clubCode: account.clubCode,
  });
}

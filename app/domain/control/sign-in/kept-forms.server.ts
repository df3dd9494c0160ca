import type { ControlDb } from "#app/db/control/schema.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { seal, unseal } from "#app/runtime/seal.server.ts";

/** Time for which a form that arrived after its session had ended is kept (product/accounts.md#sessions). */
const KEPT_MS = KEEP.keptFormHours * HOUR_MS;
/** The oldest goes when an account has more. */
const FORMS_AN_ACCOUNT = 5;
const LONGEST_ADDRESS = 300;
const LONGEST_FORM = 20_000;

/** Owner of the form, and the address that it was sent to. */
export interface KeptFormRef {
  accountId: string;
  address: string;
}

/** Keeps what was typed, sealed, for an hour. @returns false where it is too long to keep */
export async function keepForm(
  control: ControlDb,
  { accountId, address }: KeptFormRef,
  values: FormReply["values"],
): Promise<boolean> {
  const text = JSON.stringify(values);
  if (text.length > LONGEST_FORM || address.length > LONGEST_ADDRESS) return false;
  const sealed = seal(text, contextOf({ accountId, address }));
  const expires_at = new Date(now().getTime() + KEPT_MS).toISOString();
  await control
    .insertInto("kept_forms")
    .values({ account_id: accountId, address, sealed, expires_at })
    .onConflict((conflict) => conflict.columns(["account_id", "address"]).doUpdateSet({ sealed, expires_at }))
    .execute();
  await control
    .deleteFrom("kept_forms")
    .where("account_id", "=", accountId)
    .where("address", "not in", (eb) =>
      eb
        .selectFrom("kept_forms")
        .select("address")
        .where("account_id", "=", accountId)
        .orderBy("expires_at", "desc")
        .limit(FORMS_AN_ACCOUNT),
    )
    .execute();
  return true;
}

/** Finds what was typed into the account's form at an address within the last hour; null for none. */
export async function findKeptForm(
  control: ControlDb,
  form: KeptFormRef,
): Promise<FormReply["values"] | null> {
  const sealed = await keptFormState(control, form);
  const text = sealed && unseal(sealed, contextOf(form));
  return text ? (JSON.parse(text) as FormReply["values"]) : null;
}

/** Loads the same as it is stored, sealed anew each time that it is kept. */
export async function keptFormState(control: ControlDb, form: KeptFormRef): Promise<string | undefined> {
  const row = await control
    .selectFrom("kept_forms")
    .select("sealed")
    .where("account_id", "=", form.accountId)
    .where("address", "=", form.address)
    .where("expires_at", ">", nowIso())
    .executeTakeFirst();
  return row?.sealed;
}

/** Forgets a kept form, once it is saved. */
export async function forgetKeptForm(control: ControlDb, form: KeptFormRef): Promise<void> {
  const kept = await control
    .selectFrom("kept_forms")
    .select("address")
    .where("account_id", "=", form.accountId)
    .where("address", "=", form.address)
    .executeTakeFirst();
  // Most forms were never kept: reading first saves them a commit.
  if (!kept) return;
  await control
    .deleteFrom("kept_forms")
    .where("account_id", "=", form.accountId)
    .where("address", "=", form.address)
    .execute();
}

/** Deletes what was kept for its hour. Called by housekeeping. */
export async function deleteExpiredForms(control: ControlDb): Promise<void> {
  await control.deleteFrom("kept_forms").where("expires_at", "<=", nowIso()).execute();
}

const contextOf = ({ accountId, address }: KeptFormRef) => `kept form\n${accountId}\n${address}`;

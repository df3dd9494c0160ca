import { z } from "zod";
import type { AccountMergesTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { endSessionsOf } from "#app/domain/control/accounts/own-sessions.server.ts";
import { endTokensOf } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { codeFields } from "#app/domain/control/platform/fields.ts";
import { type HelpReason, helpReasons } from "#app/domain/values/audit/help-reasons.ts";
import { formVersion, line, oneOf, optionalLine, passwordText } from "#app/forms/fields.server.ts";
import { queueMails } from "#app/queue/mail-queue.server.ts";
import { enqueue, enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { mergeFields } from "./fields.ts";
import { type MergeProblem, UNDO_DAYS, type undoProblems } from "./labels.ts";

/** Ordering or undoing a merge: why, and that it is really them. */
export const mergeSchema = z.object({
  reason: oneOf(helpReasons, "Choose a reason"),
  why: line(mergeFields.why),
  password: passwordText("Enter your password").max(1_000, "Use at most 1,000 characters"),
  code: optionalLine(codeFields.code),
  version: formVersion(),
});

/** A person's account as staff compare two of them. */
export type MergeAccount = NonNullable<Awaited<ReturnType<typeof findMergeAccount>>>;

export const findMergeAccount = async (control: ControlDb, id: string) =>
  (await mergeAccountsOf(control, [id])).at(0);

/** Loads the accounts among these ids that exist, in no order. */
export const mergeAccountsOf = (control: ControlDb, ids: readonly string[]) =>
  control
    .selectFrom("accounts as a")
    .select(["a.id", "a.kind", "a.name", "a.email", "a.created_at as createdAt"])
    .select(["a.last_sign_in_at as lastSignInAt", "a.merged_into as mergedInto"])
    .select((eb) =>
      eb
        .selectFrom("passkeys")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("passkeys.account_id", "=", "a.id")
        .as("passkeys"),
    )
    .select((eb) =>
      eb
        .selectFrom("sessions")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("sessions.account_id", "=", "a.id")
        .as("sessions"),
    )
    .where("a.id", "in", ids)
    .execute();

/** Loads the places of two accounts, by club. */
export const placesOfBoth = (control: ControlDb, pair: readonly [string, string]) =>
  control
    .selectFrom("memberships as m")
    .innerJoin("clubs as c", "c.code", "m.club_code")
    .select(["m.account_id as accountId", "m.role", "c.code", "c.name"])
    .where("m.account_id", "in", pair)
    .where("c.status", "<>", "creating")
    .orderBy("c.name")
    .orderBy("c.code")
    .execute();

/** Returns why two accounts cannot be merged now; null where they can. */
export async function mergeProblem(
  control: ControlDb,
  kept: MergeAccount | undefined,
  other: MergeAccount | undefined,
): Promise<MergeProblem | null> {
  if (!kept || !other) return "gone";
  if (kept.id === other.id) return "same";
  if (kept.kind !== "person" || other.kind !== "person" || !kept.email || !other.email) return "club";
  if (kept.mergedInto || other.mergedInto) return "merged";
  const pair = [kept.id, other.id];
  const emails = [kept.email, other.email];
  const { staff, running, change } = await control
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom("platform_admins")
            .select("id")
            .where("email", "in", emails)
            .where("removed_at", "is", null),
        )
        .as("staff"),
      eb
        .exists(
          eb
            .selectFrom("account_merges")
            .select("id")
            .where((of) => of.or([of("kept_id", "in", pair), of("other_id", "in", pair)]))
            .where("state", "in", ["moving", "undoing"]),
        )
        .as("running"),
      eb
        .exists(
          eb
            .selectFrom("email_changes")
            .select("id")
            .where("account_id", "in", pair)
            .where("changed_at", "is", null)
            .where("ended_at", "is", null)
            .where("expires_at", ">", now().toISOString()),
        )
        .as("change"),
    ])
    .executeTakeFirstOrThrow();
  return staff ? "staff" : running ? "moving" : change ? "email-change" : null;
}

/**
 * Makes the other account part of the kept one: its sign-in ends at once, and jobs move its data, club by club
 * (product/support.md#merging-accounts).
 */
export async function orderMerge(
  tx: ControlTx,
  { keptId, otherId }: { keptId: string; otherId: string },
  by: { adminId: string; firstName: string; reason: HelpReason; why: string },
): Promise<{ ok: true; id: string } | { ok: false; problem: MergeProblem }> {
  const accounts = await mergeAccountsOf(tx, [keptId, otherId]);
  const [kept, other] = [keptId, otherId].map((id) => accounts.find((account) => account.id === id));
  const problem = await mergeProblem(tx, kept, other);
  if (problem) return { ok: false, problem };
  const [keptEmail, otherEmail] = [kept?.email ?? "", other?.email ?? ""];
  const at = now();
  const id = newId();
  const undoUntil = new Date(at.getTime() + UNDO_DAYS * DAY_MS);
  await tx
    .insertInto("account_merges")
    .values({
      ...{ id, kept_id: keptId, other_id: otherId, state: "moving", searching: 1 },
      ...{ admin_id: by.adminId, reason: by.reason, why: by.why, merged_at: at.toISOString() },
      ...{ undo_until: undoUntil.toISOString(), undone_at: null, undone_by: null },
    })
    .execute();
  await tx.updateTable("accounts").set({ merged_into: keptId }).where("id", "=", otherId).execute();
  const places = await tx
    .selectFrom("memberships")
    .select("club_code")
    .where("account_id", "=", otherId)
    .orderBy("club_code")
    .execute();
  const clubs = places.map(({ club_code }) => club_code);
  await waitForClubs(tx, id, clubs);
  await enqueue(tx, {
    kind: "account.merge-elsewhere",
    key: `account-merge-elsewhere:${id}`,
    payload: { mergeId: id },
    bulk: true,
  });
  await enqueue(tx, {
    kind: "account.merge-close",
    key: `account-merge-close:${id}`,
    payload: { mergeId: id },
    runAt: undoUntil,
  });
  await endSessionsOf(tx, otherId);
  await endTokensOf(tx, [otherId]);
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("subject_id", "=", otherId)
    .where("purpose", "=", "reset")
    .where("used_at", "is", null)
    .execute();
  await recordAudit(tx, {
    kind: "account.merged",
    actor: { kind: "staff", id: by.adminId },
    subject: keptId,
    detail: { reason: by.reason, clubs: clubs.length },
    at,
  });
  await mailBoth(tx, `account-merged:${id}`, {
    change: "merged",
    staff: by.firstName,
    kept: keptEmail,
    other: otherEmail,
  });
  return { ok: true, id };
}

/** Has a merge carried out in clubs that it was not known to concern. */
export async function waitForClubs(tx: ControlTx, mergeId: string, clubs: readonly string[]): Promise<void> {
  if (clubs.length === 0) return;
  await tx
    .insertInto("account_merge_clubs")
    .values(
      clubs.map((club_code) => ({
        ...{ merge_id: mergeId, club_code, state: "waiting" as const },
        ...{ places: 0, ratings: 0, notes: 0, lost: 0, moves: "" },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await enqueueAll(
    tx,
    clubs.map((clubCode) => ({
      kind: "account.merge-club",
      key: `account-merge:${mergeId}:${clubCode}`,
      payload: { mergeId, clubCode },
    })),
  );
}

interface MergeMail {
  change: "merged" | "undone";
  staff: string;
  kept: string;
  other: string;
}

const mailBoth = (tx: ControlTx, key: string, variables: MergeMail): Promise<void> =>
  queueMails(
    tx,
    [variables.kept, variables.other].map((to) => ({
      key: `${key}:${to === variables.kept ? "kept" : "other"}`,
      template: "account-merged" as const,
      variables,
      to,
    })),
  );

export type Merge = AccountMergesTable;

export const findMerge = (control: ControlDb, id: string): Promise<Merge | undefined> =>
  control.selectFrom("account_merges").selectAll().where("id", "=", id).executeTakeFirst();

/** Loads all merges in force, the oldest first, so that those of a chain are carried out in their order. */
export const mergesInForce = (control: ControlDb): Promise<Merge[]> =>
  control
    .selectFrom("account_merges")
    .selectAll()
    .where("state", "in", ["moving", "done"])
    .orderBy("merged_at")
    .orderBy("id")
    .execute();

/** Returns why a merge is not undone; null where it can be. */
export async function undoProblem(
  control: ControlDb,
  merge: Merge,
): Promise<keyof typeof undoProblems | null> {
  if (merge.state === "undone" || merge.state === "undoing") return "undone";
  if (Date.parse(merge.undo_until) <= now().getTime()) return "over";
  const pair = [merge.kept_id, merge.other_id];
  const later = await control
    .selectFrom("account_merges")
    .select("id")
    .where((eb) => eb.or([eb("kept_id", "in", pair), eb("other_id", "in", pair)]))
    .where("id", "<>", merge.id)
    .where("state", "<>", "undone")
    .where("merged_at", ">=", merge.merged_at)
    .executeTakeFirst();
  return later ? "later" : null;
}

/** Orders that a merge is undone: club by club, by jobs. The other account signs in again at once. */
export async function orderUndo(
  tx: ControlTx,
  id: string,
  by: { adminId: string; firstName: string; reason: HelpReason; why: string },
): Promise<{ ok: true } | { ok: false; problem: keyof typeof undoProblems }> {
  const merge = await findMerge(tx, id);
  const problem = merge ? await undoProblem(tx, merge) : "undone";
  if (!merge || problem) return { ok: false, problem: problem ?? "undone" };
  const at = now();
  await tx
    .updateTable("account_merges")
    .set({
      ...{ state: "undoing", searching: 0, undone_at: at.toISOString(), undone_by: by.adminId },
      why: `${merge.why}. Undone: ${by.why}`,
    })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("accounts").set({ merged_into: null }).where("id", "=", merge.other_id).execute();
  // The kept account loses access from now on.
  await endSessionsOf(tx, merge.kept_id);
  await endTokensOf(tx, [merge.kept_id]);
  const clubs = await tx
    .selectFrom("account_merge_clubs")
    .select("club_code")
    .where("merge_id", "=", id)
    .execute();
  await enqueueAll(
    tx,
    clubs.map(({ club_code: clubCode }) => ({
      kind: "account.merge-club",
      key: `account-merge-undo:${id}:${clubCode}`,
      payload: { mergeId: id, clubCode },
    })),
  );
  await recordAudit(tx, {
    kind: "account.merge-undone",
    actor: { kind: "staff", id: by.adminId },
    subject: merge.kept_id,
    detail: { reason: by.reason, clubs: clubs.length },
    at,
  });
  const emails = await tx
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("id", "in", [merge.kept_id, merge.other_id])
    .execute();
  const emailOf = (account: string) => emails.find((row) => row.id === account)?.email ?? "";
  const [kept, other] = [emailOf(merge.kept_id), emailOf(merge.other_id)];
  if (kept && other)
    await mailBoth(tx, `account-merge-undone:${id}`, { change: "undone", staff: by.firstName, kept, other });
  await finishIfDone(tx, id);
  return { ok: true };
}

/** Notes that a merge is done, or undone, once no club is left of it. */
export async function finishIfDone(tx: ControlTx, id: string): Promise<void> {
  const merge = await findMerge(tx, id);
  if (!merge || (merge.state !== "moving" && merge.state !== "undoing")) return;
  const left = await tx
    .selectFrom("account_merge_clubs")
    .select("club_code")
    .where("merge_id", "=", id)
    .where("state", "<>", merge.state === "moving" ? "moved" : "back")
    .executeTakeFirst();
  if (left || merge.searching === 1) return;
  await tx
    .updateTable("account_merges")
    .set({ state: merge.state === "moving" ? "done" : "undone" })
    .where("id", "=", id)
    .execute();
}

/** Loads the latest merges, or those of an account, the newest first. */
export const listMerges = (control: ControlDb, most: number) =>
  control
    .selectFrom("account_merges as m")
    .leftJoin("accounts as kept", "kept.id", "m.kept_id")
    .leftJoin("accounts as other", "other.id", "m.other_id")
    .select(["m.id", "m.state", "m.merged_at as mergedAt", "m.undo_until as undoUntil"])
    .select(["kept.name", "kept.email as keptEmail", "other.email as otherEmail"])
    .orderBy("m.merged_at", "desc")
    .limit(most)
    .execute();

/** Loads a merge's clubs, with their names. */
export const clubsOfMerge = (control: ControlDb, mergeId: string) =>
  control
    .selectFrom("account_merge_clubs as m")
    .leftJoin("clubs as c", "c.code", "m.club_code")
    .select(["m.club_code as code", "c.name", "m.state", "m.places", "m.ratings", "m.notes", "m.lost"])
    .where("m.merge_id", "=", mergeId)
    .orderBy("c.name")
    .execute();

/** Loads the accounts that a merge is about and the member of staff who ordered it; null for those that are gone. */
export const peopleOfMerge = (control: ControlDb, { kept_id, other_id, admin_id }: Merge) =>
  control
    .selectFrom("account_merges as m")
    .leftJoin("accounts as kept", (join) => join.on("kept.id", "=", kept_id))
    .leftJoin("accounts as other", (join) => join.on("other.id", "=", other_id))
    .leftJoin("platform_admins as p", (join) => join.on("p.id", "=", admin_id))
    .select(["kept.name as keptName", "kept.email as keptEmail", "other.name as otherName"])
    .select(["other.email as otherEmail", "p.first_name as firstName", "p.last_name as lastName"])
    .limit(1)
    .executeTakeFirst();

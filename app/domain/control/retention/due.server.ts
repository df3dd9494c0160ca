import { type SqlBool, sql } from "kysely";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { daysBefore, KEEP, yearsBefore } from "#app/domain/values/retention.ts";

/** Rows that one run takes, so that other work gets its turn; the next run goes on. */
const A_RUN = 200;
const lastUse = sql<string>`coalesce(accounts.last_sign_in_at, accounts.created_at)`;

/** Selects people without a recent sign-in or open session who are not the only way into a paid club. */
function unused(control: ControlDb, { before, at }: { before: Date; at: Date }) {
  return (
    control
      .selectFrom("accounts")
      .select(["id", "name", "email", lastUse.as("lastUse")])
      .where("kind", "=", "person")
      // A part of another account: it goes with that one.
      .where("merged_into", "is", null)
      .where(lastUse, "<=", before.toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("sessions")
              .select("token_hash")
              .whereRef("sessions.account_id", "=", "accounts.id")
              .where("sessions.expires_at", ">", at.toISOString()),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("memberships as m")
              .innerJoin("clubs as c", "c.code", "m.club_code")
              .select("c.code")
              .whereRef("m.account_id", "=", "accounts.id")
              .where("m.role", "=", "club_admin")
              .where("c.term_ends_at", ">", at.toISOString())
              .where((inner) =>
                inner.not(
                  inner.exists(
                    inner
                      .selectFrom("memberships as other")
                      .innerJoin("accounts as a", "a.id", "other.account_id")
                      .select("a.id")
                      .whereRef("other.club_code", "=", "m.club_code")
                      .where("other.role", "=", "club_admin")
                      .whereRef("other.account_id", "<>", "m.account_id")
                      .where("a.password_hash", "is not", null),
                  ),
                ),
              ),
          ),
        ),
      )
      .orderBy(lastUse)
      .limit(A_RUN)
  );
}

/**
 * Accounts to be notified that they are deleted in 30 days, longest unused first; at most 200
 * (product/privacy.md#retention).
 */
export function accountsToWarn(control: ControlDb, at: Date) {
  const before = yearsBefore(daysBefore(at, -KEEP.accountNoticeDays), KEEP.accountYears);
  return unused(control, { before, at })
    .where(sql<SqlBool>`coalesce(unused_notified_at, '') < ${lastUse}`)
    .execute();
}

/** Accounts unused for 3 years that were notified 30 days ago or earlier, and after their last use; at most 200. */
export function accountsToDelete(control: ControlDb, at: Date) {
  return unused(control, { before: yearsBefore(at, KEEP.accountYears), at })
    .where("unused_notified_at", "<=", noticeFrom(at).toISOString())
    .where(sql<SqlBool>`unused_notified_at >= ${lastUse}`)
    .execute();
}

const noticeFrom = (at: Date) => daysBefore(at, KEEP.accountNoticeDays);

/** Notes that an account was notified at a moment. */
export async function noteUnusedNotice(tx: ControlTx, accountId: string, at: Date): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ unused_notified_at: at.toISOString() })
    .where("id", "=", accountId)
    .execute();
}

/** Codes of clubs that cancelled 7 days ago and whose paid year ended 90 days ago, or earlier; at most 200. */
export async function cancelledClubsDue(control: ControlDb, at: Date): Promise<string[]> {
  const rows = await control
    .selectFrom("clubs")
    .select("code")
    .where("term_ends_at", "<=", daysBefore(at, KEEP.cancelledClubDays).toISOString())
    .where("cancelled_at", "<=", daysBefore(at, KEEP.cancellationGraceDays).toISOString())
    .orderBy("term_ends_at")
    .limit(A_RUN)
    .execute();
  return rows.map(({ code }) => code);
}

/** Codes of clubs whose last year ended 7 years ago or earlier; at most 200. */
export async function lapsedClubsDue(control: ControlDb, at: Date): Promise<string[]> {
  const rows = await control
    .selectFrom("clubs")
    .select("code")
    .where("term_ends_at", "<=", yearsBefore(at, KEEP.lapsedClubYears).toISOString())
    .orderBy("term_ends_at")
    .limit(A_RUN)
    .execute();
  return rows.map(({ code }) => code);
}

const MONEY = [
  ["ledger", "moved_at"],
  ["refund_orders", "ordered_at"],
  ["invoices", "created_at"],
  ["settlements", "created_at"],
  ["disputes", "opened_at"],
  ["held_payments", "held_at"],
] as const;

/** Counts the rows of payments that {@link eraseDueMoney} would erase at a moment. */
export async function countDueMoney(control: ControlDb, at: Date): Promise<number> {
  const before = yearsBefore(at, KEEP.moneyYears).toISOString();
  const parts = MONEY.map(
    ([table, column]) =>
      sql`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} <= ${before}`,
  );
  const { rows } = await sql<{
    n: number;
  }>`select sum(n) as n from (${sql.join(parts, sql` union all `)}) as due`.execute(control);
  return rows[0]?.n ?? 0;
}

/** Erases rows of payments, refunds, invoices and disputes 7 years after their money moved. @returns how many */
export async function eraseDueMoney(tx: ControlTx, at: Date): Promise<number> {
  const before = yearsBefore(at, KEEP.moneyYears).toISOString();
  let erased = 0;
  for (const [table, column] of MONEY) {
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${before}`.execute(tx);
    erased += Number(numAffectedRows ?? 0);
  }
  return erased;
}

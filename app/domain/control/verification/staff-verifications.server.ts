import { type SqlBool, sql } from "kysely";
import type { InvoicesTable, RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import type { VerificationStatus } from "./verification.ts";
import { statusOf, unpaidOf } from "./verifications.server.ts";

/** A club as the Verification Center lists it. Times are ISO-8601 UTC. */
export type ListedVerification = Pick<
  ClubsTable,
  "code" | "name" | "state" | "contact_name" | "email" | "plan" | "verification_due_at"
> & {
  estimated: number;
  number: number | null;
  status: VerificationStatus;
  actual: number | null;
  submittedAt: string | null;
};

/** Clubs a page of the Verification Center shows. */
export const VERIFICATIONS_A_PAGE = 50;

const status = statusOf("v", "c.code");

/**
 * Loads clubs by the urgency of their verification: undecided ones first, the longest first, then by the deadline.
 * @param filter.search a part of the club's name, contact or email
 */
export function listVerifications(
  control: ControlDb,
  filter: { search: string; status: VerificationStatus | "overdue" | null; page: number; at: Date },
): Promise<ListedVerification[]> {
  const part = `%${filter.search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  let query = control
    .selectFrom("clubs as c")
    .leftJoin("verifications as v", (join) =>
      join.onRef("v.club_code", "=", "c.code").on("v.replaced_at", "is", null),
    )
    .select(["c.code", "c.name", "c.state", "c.contact_name", "c.email", "c.plan", "c.verification_due_at"])
    .select(["v.number", "v.actual_players as actual", "v.submitted_at as submittedAt"])
    .select("c.estimated_players as estimated")
    .select(status.as("status"))
    .where("c.status", "<>", "creating");
  if (filter.search) {
    query = query.where(
      sql<SqlBool>`(lower(c.name) like ${part} escape '\\' or lower(c.contact_name) like ${part} escape '\\' or lower(c.email) like ${part} escape '\\')`,
    );
  }
  if (filter.status === "overdue")
    query = query
      .where("c.verification_due_at", "<=", filter.at.toISOString())
      .where("c.status", "=", "active")
      .where(status, "in", ["pending", "rejected"]);
  else if (filter.status) query = query.where(status, "=", filter.status);
  return query
    .orderBy(
      sql`case ${status} when 'in_review' then 0 when 'pending' then 1 when 'rejected' then 1 else 2 end`,
    )
    .orderBy(sql`case ${status} when 'in_review' then v.submitted_at else c.verification_due_at end`)
    .orderBy("c.code")
    .limit(VERIFICATIONS_A_PAGE + 1)
    .offset((filter.page - 1) * VERIFICATIONS_A_PAGE)
    .execute();
}

export async function countVerifications(
  control: ControlDb,
): Promise<Record<VerificationStatus | "total", number>> {
  const { rows } = await sql<{ status: VerificationStatus; clubs: number }>`
    select ${status} as status, count(*) as clubs from clubs c
    left join verifications v on v.club_code = c.code and v.replaced_at is null
    where c.status <> 'creating' group by 1`.execute(control);
  const counts = { pending: 0, in_review: 0, approved: 0, rejected: 0, needs_adjustment: 0, total: 0 };
  for (const row of rows) {
    counts[row.status] = row.clubs;
    counts.total += row.clubs;
  }
  return counts;
}

/** Loads a club with its verification, for the review; null where the club does not exist. */
export async function reviewedClub(control: ControlDb, clubCode: string) {
  const row = await control
    .selectFrom("clubs as c")
    .leftJoin("verifications as v", (join) =>
      join.onRef("v.club_code", "=", "c.code").on("v.replaced_at", "is", null),
    )
    .leftJoin("platform_admins as a", "a.id", "v.reviewed_by")
    .select([
      "c.code",
      "c.name",
      "c.state",
      "c.city",
      "c.contact_name",
      "c.email",
      "c.phone",
      "c.plan",
      "c.estimated_players",
      "c.verification_due_at",
      "v.id",
      "v.number",
      "v.actual_players",
      "v.players_before",
      "v.notes",
      "v.submitted_at",
      "v.reviewed_at",
      "v.version",
      "a.first_name",
      "a.last_name",
    ])
    .select(status.as("status"))
    .select(unpaidOf("c.code").as("unpaid"))
    .where("c.code", "=", clubCode)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads clubs whose players are not verified and whose deadline lies between two moments, at most 500. */
export function unverifiedDueBetween(control: ControlDb, from: Date, to: Date): Promise<ClubsTable[]> {
  return control
    .selectFrom("clubs as c")
    .leftJoin("verifications as v", (join) =>
      join.onRef("v.club_code", "=", "c.code").on("v.replaced_at", "is", null),
    )
    .selectAll("c")
    .where("c.verification_due_at", ">", from.toISOString())
    .where("c.verification_due_at", "<=", to.toISOString())
    .where("c.status", "<>", "creating")
    .where((eb) => eb.or([eb("v.status", "is", null), eb("v.status", "in", ["pending", "rejected"])]))
    .limit(500)
    .execute();
}

/** Event of a club's verifications, with the money that a decision moved. Times are ISO-8601 UTC. */
export interface VerificationStep {
  seq: number;
  at: string;
  kind: "verification.submitted" | "verification.asked-again" | `verification.${Outcome}`;
  /** JSON: players, package and amount, as the audit log has them. */
  detail: string;
  /** 'Sasha Vance' for one of our staff, null for the club itself. */
  by: string | null;
  /** Number of its verification. */
  number: number | null;
  invoice: Pick<InvoicesTable, "id" | "number" | "amount_cents" | "status" | "bank_payment"> | null;
  /** True if the settlement was withdrawn, and its invoice with it. */
  withdrawn: boolean;
  /** All parts of it; refused where one of them was. */
  refund: { amount_cents: number; state: RefundOrdersTable["state"] } | null;
}

type Outcome = "approved" | "adjusted" | "rejected";

/** Steps of a club's verifications that its history shows: a handful a year. */
const STEPS_SHOWN = 30;

/**
 * Loads the history of a club's verifications, newest first: what was asked and decided by whom, and the invoice or the
 * refund of each decision with its present state. A decision and its settlement have the same moment.
 */
export async function verificationHistory(control: ControlDb, clubCode: string): Promise<VerificationStep[]> {
  const { rows } = await sql<
    Pick<VerificationStep, "seq" | "at" | "kind" | "detail" | "by" | "number"> & {
      invoice: string | null;
      withdrawn: 0 | 1;
      refund: string | null;
    }
  >`
    select a.seq, a.at, a.kind, a.detail, p.first_name || ' ' || p.last_name as by,
      (select v.number from verifications v where v.club_code = a.club_code and v.created_at <= a.at
        order by v.created_at desc limit 1) as number,
      iif(i.id is null, null, json_object('id', i.id, 'number', i.number, 'amount_cents', i.amount_cents,
        'status', i.status, 'bank_payment', i.bank_payment)) as invoice,
      s.voided_at is not null as withdrawn,
      (select json_object('amount_cents', sum(r.amount_cents), 'state', iif(max(r.state = 'refused'), 'refused', min(r.state)))
        from refund_orders r where r.club_code = a.club_code and r.ordered_at = a.at and r.settlement_id = s.id
        having count(*) > 0) as refund
    from (select * from audit where club_code = ${clubCode} and topic = 'verification'
        and kind not like 'verification.document%' order by at desc limit ${STEPS_SHOWN}) a
    left join platform_admins p on a.actor_kind = 'staff' and p.id = a.actor_id
    left join settlements s on s.club_code = a.club_code and s.created_at = a.at
    left join invoices i on i.club_code = a.club_code and i.settlement_id = s.id
    order by a.seq desc, s.difference_cents desc`.execute(control);
  return rows.map(({ invoice, refund, withdrawn, ...step }) => ({
    ...step,
    invoice: invoice === null ? null : (JSON.parse(invoice) as VerificationStep["invoice"]),
    withdrawn: withdrawn === 1,
    refund: refund === null ? null : (JSON.parse(refund) as VerificationStep["refund"]),
  }));
}

import { type RawBuilder, sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { OPEN_DISPUTES } from "#app/domain/control/billing/ledger.server.ts";
import { daysBefore, KEEP, yearsBefore } from "#app/domain/values/retention.ts";
import { type PlatformPermission, type PlatformRole, platformMay } from "#app/permissions/platform-roles.ts";
import { DAY_MS, HOUR_MS } from "#app/runtime/durations.ts";

/** Items of each kind on the staff's home page; its list has all. */
export const NEEDS_SHOWN = 5;
/** Time after which a due job is behind. */
const BEHIND_MS = HOUR_MS;
/** Days without a run after which a daily clock of retention is late. */
const LATE_DAYS = 2;
/** Cancelled clubs count only if their clock ran out in the last two months: earlier ones are erased. */
const LATE_WINDOW_DAYS = 60;
/** The alert to staff comes once a day and club, within minutes of a day after the one before. */
const CLUB_DOWN_MS = DAY_MS + HOUR_MS;
/** A deadline that was missed longer ago is the list's alone. */
const OVERDUE_DAYS = 90;
/** Longest time that a bank gives to answer a contested payment. */
const DISPUTE_DAYS = 120;

/** Something that a person has to do, as the platform's database knows it. */
export interface Need {
  kind: keyof typeof needs;
  /** Key of its page: the id of a row, a club's code, or a name. */
  id: string;
  clubCode: string | null;
  /** A club's name, a subject, or a kind of job or email. */
  about: string;
  /** Since when it waits; ISO-8601 UTC. */
  at: string;
  /** Time by which somebody has to act; null if open. */
  due: string | null;
  cents: number | null;
  /** Items that are named together; null for one. */
  n: number | null;
  /** All pending items of its kind. */
  total: number;
}

type Columns = Partial<Record<"id" | "club" | "about" | "at" | "due" | "cents" | "n" | "total", string>>;

/** Said with its type: the first kind gives the columns theirs. */
const NO_NUMBER = "cast(null as integer)";

/** Returns the columns of a need in the order that all kinds share. */
const columns = (kind: string, { total = "count(*) over ()", ...of }: Columns) =>
  sql.raw(
    `'${kind}' as kind, ${of.id} as id, ${of.club ?? "null"} as "clubCode", ${of.about} as about, ${of.at} as at, ` +
      `${of.due ?? "null"} as due, ${of.cents ?? NO_NUMBER} as cents, ${of.n ?? NO_NUMBER} as n, ` +
      `${total} as total`,
  );

interface Kind {
  may: PlatformPermission;
  rows(at: Date): RawBuilder<unknown>;
}

const iso = (at: Date, beforeMs = 0) => new Date(at.getTime() - beforeMs).toISOString();

/** Each is found by an index of open items, and is empty on most days. */
const needs = {
  verification: {
    may: "manage_verifications",
    rows: () => sql`select ${columns("verification", {
      id: "v.club_code",
      club: "v.club_code",
      about: "c.name",
      at: "v.submitted_at",
      n: "(select count(*) from verification_documents d where d.verification_id = v.id)",
    })} from verifications v join clubs c on c.code = v.club_code
      where v.status = 'in_review' and v.replaced_at is null order by v.submitted_at`,
  },
  overdue: {
    may: "manage_verifications",
    rows: (at) => sql`select ${columns("overdue", {
      id: "c.code",
      club: "c.code",
      about: "c.name",
      at: "c.verification_due_at",
    })} from clubs c left join verifications v on v.club_code = c.code and v.replaced_at is null
      where c.verification_due_at > ${iso(at, OVERDUE_DAYS * DAY_MS)} and c.verification_due_at <= ${iso(at)}
        and c.status = 'active' and (v.status is null or v.status in ('pending', 'rejected'))
      order by c.verification_due_at`,
  },
  "club-down": {
    may: "manage_clubs",
    // The alert to staff is the platform's only memory of it; one a day and club while it lasts.
    rows: (at) => sql`select ${columns("club-down", {
      id: "m.club_code",
      club: "m.club_code",
      about: "c.name",
      at: "min(m.created_at)",
    })} from mails m join clubs c on c.code = m.club_code
      where m.key >= 'club-down:' and m.key < 'club-down;' and m.created_at >= ${iso(at, CLUB_DOWN_MS)}
      group by m.club_code, c.name order by 5`,
  },
  held: {
    may: "manage_clubs",
    rows: () => sql`select ${columns("held", {
      id: "h.session_id",
      about: "coalesce(u.club_name, 'A new club')",
      at: "h.held_at",
      cents: "h.paid_cents",
    })} from held_payments h left join signups u on u.id = h.signup_id
      where h.decision is null order by h.held_at`,
  },
  payment: {
    may: "manage_clubs",
    // SQLite uses the partial index only with both conditions written out. Any other payment of the same year, or of a
    // later one, replaces the failed one.
    rows: (at) => sql`select ${columns("payment", {
      id: "s.id",
      club: "s.club_code",
      about: "c.name",
      at: "s.updated_at",
      cents: "s.price_cents",
    })} from subscriptions s join clubs c on c.code = s.club_code
      where s.payment_status <> 'paid' and s.payment_status = 'failed' and c.status = 'suspended'
        and s.ends_at > ${iso(at)} and not exists (select 1 from subscriptions p where p.club_code = s.club_code
          and p.payment_status <> 'failed' and p.ends_at > s.starts_at)
      order by s.updated_at`,
  },
  invoice: {
    may: "manage_clubs",
    rows: (at) => sql`select ${columns("invoice", {
      id: "i.id",
      club: "i.club_code",
      about: "c.name",
      at: "i.due_at",
      due: "i.due_at",
      cents: "i.amount_cents",
    })} from invoices i join settlements s on s.id = i.settlement_id join clubs c on c.code = i.club_code
      where i.status = 'open' and i.due_at <= ${iso(at)} and s.voided_at is null
        and i.bank_payment is distinct from 'processing' order by i.due_at`,
  },
  refund: {
    may: "manage_clubs",
    rows: () => sql`select ${columns("refund", {
      id: "r.id",
      club: "r.club_code",
      about: "coalesce(c.name, 'No club')",
      at: "r.ordered_at",
      cents: "r.amount_cents",
    })} from refund_orders r left join clubs c on c.code = r.club_code
      where r.state = 'refused' and not exists (select 1 from disputes d
        where d.payment_intent_id = r.payment_intent_id and d.status in (${sql.join(OPEN_DISPUTES)}))
      order by r.ordered_at`,
  },
  dispute: {
    may: "manage_clubs",
    rows: (at) => sql`select ${columns("dispute", {
      id: "d.id",
      club: "d.club_code",
      about: "coalesce(c.name, 'No club')",
      at: "d.opened_at",
      due: "d.answer_by",
      cents: "d.amount_cents",
    })} from disputes d left join clubs c on c.code = d.club_code
      where d.opened_at >= ${iso(at, DISPUTE_DAYS * DAY_MS)}
        and d.status in ('needs_response', 'warning_needs_response') order by d.opened_at`,
  },
  ledger: {
    may: "manage_clubs",
    rows: () =>
      sql`select ${columns("ledger", {
        id: "t.id",
        about: "''",
        at: "t.checked_at",
        n: "json_array_length(t.differences)",
      })} from (select * from stripe_checks order by checked_at desc limit 1) t where t.differences <> '[]'`,
  },
  message: {
    may: "manage_clubs",
    rows: () => sql`select ${columns("message", { id: "id", about: "subject", at: "created_at" })}
      from contact_messages where state = 'new' order by created_at, id`,
  },
  mail: {
    may: "manage_emails",
    rows: (at) => sql`select ${columns("mail", {
      id: "template",
      about: "template",
      at: "min(day) || 'T00:00:00.000Z'",
      n: "sum(mails)",
    })} from mail_counts where day >= ${iso(at, 6 * DAY_MS).slice(0, 10)} and outcome = 'failed'
      group by template order by 5`,
  },
  words: {
    may: "manage_emails",
    rows: () =>
      sql`select ${columns("words", {
        id: "template",
        about: "template",
        at: "min(trouble_at)",
      })} from email_words where state = 'active' and trouble is not null group by template order by 5`,
  },
  job: {
    may: "manage_notifications",
    rows: () =>
      sql`select ${columns("job", {
        id: "kind",
        about: "kind",
        at: "min(coalesce(finished_at, run_at))",
        n: "count(*)",
      })} from jobs where status = 'dead' group by jobs.kind order by 5`,
  },
  behind: {
    may: "manage_notifications",
    rows: (at) =>
      sql`select ${columns("behind", {
        id: "'jobs'",
        about: "''",
        at: "min(run_at)",
        n: "count(*)",
        total: "1",
      })} from jobs where status = 'queued' and run_at <= ${iso(at, BEHIND_MS)} having count(*) > 0`,
  },
  retention: {
    may: "manage_notifications",
    rows: (at) => sql`select ${columns("retention", { id: "about", about: "about", at: "since", n: "n" })}
      from (${lateClocks(at)}) as late where n > 0`,
  },
} satisfies Record<string, Kind>;

/** Lists data that should have been erased, clock by clock (product/privacy.md#retention). */
function lateClocks(now: Date): RawBuilder<unknown> {
  const at = daysBefore(now, LATE_DAYS);
  const since = iso(at);
  const ended = daysBefore(at, KEEP.cancelledClubDays);
  const moneyBefore = iso(yearsBefore(at, KEEP.moneyYears));
  return sql`
    select 'cancelled clubs' as about, count(*) as n, ${since} as since from clubs
      where term_ends_at <= ${iso(ended)} and term_ends_at > ${iso(daysBefore(ended, LATE_WINDOW_DAYS))}
        and cancelled_at <= ${iso(daysBefore(at, KEEP.cancellationGraceDays))}
    union all select 'clubs that never came back', count(*), ${since} from clubs
      where term_ends_at <= ${iso(yearsBefore(at, KEEP.lapsedClubYears))}
    union all select 'payments', count(*), ${since} from ledger where moved_at <= ${moneyBefore}
    union all select 'messages', count(*), ${since} from contact_messages
      where created_at <= ${iso(yearsBefore(at, KEEP.messageYears))}`;
}

/** Selects open items of some kinds, up to a number of each, for those who are notified of them. */
export const needsOf = (kinds: readonly Need["kind"][], at: Date, most: number): RawBuilder<unknown> =>
  sql.join(
    kinds.map(
      (kind) =>
        sql`select * from (select * from (${needs[kind].rows(at)}) as of_kind limit ${sql.lit(most)}) as listed`,
    ),
    sql` union all `,
  );

/**
 * Loads what needs a person now within a role's duties: of each kind the {@link NEEDS_SHOWN} that wait longest; clubs
 * that are down first, then the oldest. One query (product/platform-staff.md#platform-staff).
 */
export async function whatNeedsAPerson(control: ControlDb, role: PlatformRole, at: Date): Promise<Need[]> {
  const kinds: Kind[] = Object.values(needs).filter(({ may }) => platformMay(role, may));
  const { rows } = await sql<Need>`select * from (${sql.join(
    kinds.map(
      ({ rows: of }) =>
        sql`select * from (select * from (${of(at)}) as of_kind limit ${sql.lit(NEEDS_SHOWN)}) as listed`,
    ),
    sql` union all `,
  )}) as needs order by case kind when 'club-down' then 0 else 1 end, at, id`.execute(control);
  return rows;
}

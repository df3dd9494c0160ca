import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import {
  priorityLabels,
  statusLabels,
  verificationFilters,
} from "#app/domain/control/verification/labels.ts";
import {
  countVerifications,
  type ListedVerification,
  listVerifications,
  VERIFICATIONS_A_PAGE,
} from "#app/domain/control/verification/staff-verifications.server.ts";
import {
  daysLeft,
  priorityOf,
  type VerificationStatus,
  verificationNumber,
} from "#app/domain/control/verification/verification.ts";
import { promisedBy, promiseText } from "#app/domain/values/day-promise.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMonthDay } from "#app/domain/values/times.ts";
import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { keyIn } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { choicesOf, SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Verification Center");

/** Lists the clubs whose numbers of players staff verify (product/verification.md#verification-center). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_verifications");
  const query = new URL(args.request.url).searchParams;
  const search = query.get("q")?.trim().slice(0, 254) ?? "";
  const status = keyIn(verificationFilters, query.get("status"));
  const page = Math.max(1, Math.min(10_000, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const at = now();
  const [counts, found] = await Promise.all([
    countVerifications(control),
    listVerifications(control, { search, status, page, at }),
  ]);
  return {
    counts,
    search,
    status,
    page,
    more: found.length > VERIFICATIONS_A_PAGE,
    clubs: found.slice(0, VERIFICATIONS_A_PAGE).map((club) => shownClub(club, at)),
  };
}

/** Formats a club for its row: since when it waits, or what comes next. */
function shownClub(club: ListedVerification, at: Date) {
  const { status, submittedAt } = club;
  const waits = status === "in_review" && submittedAt !== null;
  const { late, text } = promiseText(promisedBy(submittedAt ?? at.toISOString()), at);
  const decided = status === "approved" || status === "needs_adjustment";
  const overdue = !waits && !decided && club.verification_due_at < at.toISOString();
  const day = (when: string) => formatMonthDay(when.slice(0, 10), at.toISOString().slice(0, 10));
  const sent = submittedAt ? day(submittedAt) : null;
  return {
    code: club.code,
    number: club.number === null ? "No number yet" : verificationNumber(club.number),
    name: `${club.name}, ${club.state}`,
    contact: club.contact_name,
    tier: planOf(club.plan).name,
    players:
      club.actual === null
        ? `est. ${count(club.estimated)}`
        : `${count(club.actual)} (est. ${count(club.estimated)})`,
    waits,
    status: waits
      ? { kind: late ? ("act" as const) : ("plain" as const), text }
      : overdue
        ? { kind: "act" as const, text: "Overdue" }
        : { kind: STATUS_KINDS[status], text: statusLabels[status] },
    since: waits
      ? `since ${sent}`
      : decided
        ? `sent ${sent ?? "never"}`
        : `due ${day(club.verification_due_at)}`,
    priority: decided ? "" : priorityLabels[priorityOf(daysLeft(club.verification_due_at, at))],
  };
}

const STATUS_KINDS = {
  pending: "plain",
  in_review: "plain",
  approved: "done",
  rejected: "bad",
  needs_adjustment: "act",
} as const satisfies Record<VerificationStatus, StatusKind>;

export default function VerificationCenter() {
  const { counts, search, status, page, more, clubs } = useLoaderData<typeof loader>();
  const filter = { q: search || undefined, status: status ?? undefined };
  const queue = clubs.filter(({ waits }) => waits);
  const others = clubs.filter(({ waits }) => !waits);
  return (
    <AdminPage
      title="Verification Center"
      lead="Which clubs have shown how many players they have. We promise a decision within 24 hours."
    >
      <Stats>
        <Stat label="Total" value={counts.total} />
        <Stat label="Pending" value={counts.pending} />
        <Stat label="In review" value={counts.in_review} />
        <Stat label="Approved" value={counts.approved} />
        <Stat label="Need adjustment" value={counts.needs_adjustment} />
      </Stats>
      <FilterBar
        action={href("/admin/verification")}
        count={
          <>
            {pluralize(clubs.length, "club")} on this page.
            {search || status ? (
              <>
                {" "}
                <a href={href("/admin/verification")}>Show all</a>
              </>
            ) : null}
          </>
        }
      >
        <TextField
          name="q"
          label="Club, contact or email"
          type="search"
          value={search}
          autoComplete="off"
          maxLength={EMAIL_MAX}
          needed="or leave it empty"
        />
        <SelectField
          name="status"
          label="Status"
          required
          empty="All statuses"
          value={status ?? undefined}
          choices={choicesOf(verificationFilters)}
        />
      </FilterBar>
      {clubs.length === 0 ? (
        <Empty title="No club found">
          <p>Check the spelling, or choose another status.</p>
        </Empty>
      ) : null}
      {queue.length > 0 ? (
        <section>
          <h2>Waiting for a decision</h2>
          <ClubRows caption="Clubs that wait for a decision, the longest first" clubs={queue} />
        </section>
      ) : page === 1 && !search && (status === null || status === "in_review") ? (
        <p>No club waits for a decision.</p>
      ) : null}
      {others.length > 0 ? (
        <section>
          <h2>Other clubs</h2>
          <ClubRows caption="Other clubs, the next deadline first" clubs={others} />
        </section>
      ) : null}
      <PageLinks
        before={
          page > 1 ? ["Previous", href("/admin/verification", { ...filter, page: String(page - 1) })] : null
        }
        after={more ? ["Next", href("/admin/verification", { ...filter, page: String(page + 1) })] : null}
      />
    </AdminPage>
  );
}

type ShownClub = ReturnType<typeof useLoaderData<typeof loader>>["clubs"][number];

function ClubRows({ caption, clubs }: { caption: string; clubs: readonly ShownClub[] }) {
  return (
    <RowTable
      caption={caption}
      columns={[
        { name: "Club", place: "name" },
        { name: "Status", place: "state" },
        { name: "Number", place: "left" },
        { name: "Documents", place: "line" },
        { name: "Players", place: "more" },
        { name: "Tier", place: "more" },
        { name: "Priority", place: "more" },
        { name: "Contact", place: "more" },
      ]}
      rows={clubs.map((club) => ({
        key: club.code,
        href: href("/admin/verification/:clubCode", { clubCode: club.code }),
        cells: [
          club.name,
          <Status key="status" kind={club.status.kind}>
            {club.status.text}
          </Status>,
          club.number,
          club.since,
          club.players,
          club.tier,
          club.priority,
          club.contact,
        ],
      }))}
    />
  );
}

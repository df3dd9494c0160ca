import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { priorityLabels, statusLabels } from "#app/domain/control/verification/labels.ts";
import {
  countVerifications,
  listVerifications,
  VERIFICATIONS_A_PAGE,
} from "#app/domain/control/verification/staff-verifications.server.ts";
import {
  daysLeft,
  priorityOf,
  type VerificationStatus,
  verificationNumber,
} from "#app/domain/control/verification/verification.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Verification Center");

/** The clubs whose numbers of players staff verify (product.md#verification-center). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_verifications");
  const query = new URL(args.request.url).searchParams;
  const search = query.get("q")?.trim().slice(0, 254) ?? "";
  const status = statusIn(query.get("status"));
  const page = Math.max(1, Math.min(10_000, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const [counts, found] = await Promise.all([
    countVerifications(control),
    listVerifications(control, { search, status, page }),
  ]);
  const at = now();
  return json({
    counts,
    search,
    status,
    page,
    more: found.length > VERIFICATIONS_A_PAGE,
    clubs: found.slice(0, VERIFICATIONS_A_PAGE).map((club) => {
      const decided = club.status === "approved" || club.status === "needs_adjustment";
      return {
        code: club.code,
        number: club.number === null ? null : verificationNumber(club.number),
        name: club.name,
        state: club.state,
        contact: club.contact_name,
        email: club.email,
        tier: planOf(club.plan).name,
        estimated: count(club.estimated),
        actual: club.actual === null ? "Not yet" : count(club.actual),
        status: club.status,
        priority: decided ? "None" : priorityLabels[priorityOf(daysLeft(club.verification_due_at, at))],
        submitted: club.submittedAt ? formatDateInFull(new Date(club.submittedAt), "UTC") : "Not yet",
      };
    }),
  });
}

const statusIn = (text: string | null): VerificationStatus | null =>
  text !== null && Object.hasOwn(statusLabels, text) ? (text as VerificationStatus) : null;

export default function VerificationCenter() {
  const { counts, search, status, page, more, clubs } = useLoaderData<typeof loader>();
  const filter = { q: search || undefined, status: status ?? undefined };
  return (
    <AdminPage title="Verification Center" lead="Which clubs have shown how many players they have.">
      <Stats>
        <Stat label="Total" value={counts.total} />
        <Stat label="Pending" value={counts.pending} />
        <Stat label="In review" value={counts.in_review} />
        <Stat label="Approved" value={counts.approved} />
        <Stat label="Need adjustment" value={counts.needs_adjustment} />
      </Stats>
      <form
        method="get"
        action={href("/admin/verification")}
        className="filters"
        aria-label="Find clubs"
        noValidate
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
          choices={Object.entries(statusLabels).map(([value, label]) => ({ value, label }))}
        />
        <SubmitButton look="secondary">Find</SubmitButton>
      </form>
      {clubs.length === 0 ? (
        <Empty title="No club found">
          <p>Check the spelling, or choose another status.</p>
        </Empty>
      ) : (
        <DataTable
          caption="Clubs, what waits for a decision first"
          columns={[
            { name: "Club" },
            { name: "Contact" },
            { name: "Tier" },
            { name: "Players, estimated", numeric: true },
            { name: "Actual", numeric: true },
            { name: "Status" },
            { name: "Priority" },
            { name: "Submitted" },
            { name: "Review" },
          ]}
          rows={clubs.map((club) => ({
            key: club.code,
            cells: [
              <span key="club">
                {club.name}, {club.state}
              </span>,
              <span key="contact">
                {club.contact}
                <br />
                <span className="muted">{club.email}</span>
              </span>,
              <span key="tier" className="nowrap">
                {club.tier}
              </span>,
              club.estimated,
              club.actual,
              <Badge key="status" strong={club.status === "in_review"}>
                {statusLabels[club.status]}
              </Badge>,
              club.priority,
              club.submitted,
              <a key="review" href={href("/admin/verification/:clubCode", { clubCode: club.code })}>
                {club.number ?? "Open"}
                <span className="visually-hidden"> of {club.name}</span>
              </a>,
            ],
          }))}
        />
      )}
      {page > 1 || more ? (
        <nav className="pagination" aria-label="Pages">
          {page > 1 ? (
            <ButtonLink href={href("/admin/verification", { ...filter, page: String(page - 1) })}>
              Previous
            </ButtonLink>
          ) : (
            <span />
          )}
          {more ? (
            <ButtonLink href={href("/admin/verification", { ...filter, page: String(page + 1) })}>
              Next
            </ButtonLink>
          ) : (
            <span />
          )}
        </nav>
      ) : null}
    </AdminPage>
  );
}

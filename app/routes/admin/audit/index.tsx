import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { readPlatformAudit } from "#app/domain/control/audit/platform-audit.server.ts";
import { listPlatformAdmins } from "#app/domain/control/platform/admins.server.ts";
import { auditFilterIn, auditQueryOf, cursorIn, isFiltered } from "#app/domain/values/audit/filter.ts";
import { AUDIT_TOPICS } from "#app/domain/values/audit/kinds.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { choicesOf, SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Audit");

const ROWS_A_PAGE = 50;

/** Loads the platform's own log: sign-ins, accounts and staff (product/security.md#audit). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireAdmin(args, "manage_users");
  const search = new URL(args.request.url).searchParams;
  const filter = auditFilterIn(search);
  const cursor = cursorIn(search.get("before"));
  const [{ rows, next }, staff] = await Promise.all([
    readPlatformAudit(ctx, { filter, cursor, limit: ROWS_A_PAGE }),
    listPlatformAdmins(ctx.control),
  ]);
  const at = now();
  return {
    rows: rows.map((row) => ({ ...row, when: formatRowMoment(row.at, "UTC", at) })),
    next,
    filter,
    filtered: isFiltered(filter),
    isFirst: cursor === null,
    staff: staff.map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` })),
  };
}

const topics = choicesOf(AUDIT_TOPICS);

export default function PlatformAudit() {
  const { rows, next, filter, filtered, isFirst, staff } = useLoaderData<typeof loader>();
  const query = auditQueryOf(filter);
  return (
    <AdminPage
      title="Audit"
      lead="Sign-ins, accounts and staff. No one can change or remove a line; what a club's people change stands in the club's own list."
    >
      <FilterBar
        action={href("/admin/audit")}
        count={
          <>
            {pluralize(rows.length, "line")} on this page. Times are UTC.
            {filtered ? (
              <>
                {" "}
                <a href={href("/admin/audit")}>Show everything</a>
              </>
            ) : null}
          </>
        }
      >
        <SelectField
          name="topic"
          label="What"
          required
          empty="Everything"
          value={filter.topic}
          choices={topics}
        />
        <SelectField
          name="person"
          label="Staff member"
          required
          empty="Everybody"
          value={filter.person}
          choices={staff}
        />
        <TextField name="club" label="Club code" value={filter.club.toUpperCase()} maxLength={SEARCH_MAX} />
        <TextField name="from" label="From" type="date" value={filter.from} />
        <TextField name="to" label="To" type="date" value={filter.to} />
      </FilterBar>
      {rows.length === 0 ? (
        <Empty
          title={filtered ? "Nothing fits the filters" : "Nothing yet"}
          action={filtered || !isFirst ? <a href={href("/admin/audit")}>Show everything</a> : null}
        />
      ) : (
        <RowTable
          caption="What happened on the platform, newest first"
          columns={[
            { name: "When", place: "left" },
            { name: "Who", place: "line" },
            { name: "What", place: "name" },
            { name: "Role", place: "more" },
            { name: "Club", place: "state" },
          ]}
          rows={rows.map((row) => ({
            key: row.key,
            href: row.club ? href("/admin/clubs/:clubCode", { clubCode: row.club.toLowerCase() }) : undefined,
            cells: [row.when, row.who, row.what, row.role, row.club],
          }))}
        />
      )}
      <PageLinks
        before={isFirst ? null : ["Newest", href("/admin/audit", query)]}
        after={next === null ? null : ["Older", href("/admin/audit", { ...query, before: next })]}
      />
    </AdminPage>
  );
}

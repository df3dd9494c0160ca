import { href } from "#app/config/addresses.ts";
import { staffStateName } from "#app/domain/club/staff/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { InviteUser } from "./invite-user.tsx";
import type { UsersTab } from "./users-tab.server.ts";

/** Everybody of the club, with what they are where; each opens a page of their own. */
export function UsersPanel({ data }: { data: UsersTab }) {
  const { people, page, pages, filters } = data;
  return (
    <section>
      <InviteUser teams={data.teams} />
      {data.offersFilters ? <PeopleFilterBar data={data} /> : null}
      {people.length === 0 ? (
        <Empty title="Nobody found">
          <p>
            Nobody fits the filters. <a href={href("/club/settings", { tab: "users" })}>Show everybody</a>
          </p>
        </Empty>
      ) : (
        <PeopleTable data={data} />
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(number) =>
          href("/club/settings", {
            tab: "users",
            q: filters.search || undefined,
            role: filters.role || undefined,
            status: filters.state || undefined,
            page: String(number),
          })
        }
      />
    </section>
  );
}

function PeopleTable({ data: { people, clubCode } }: { data: UsersTab }) {
  return (
    <DataTable
      caption="Everybody at the club"
      columns={[
        { name: "Name" },
        { name: "Email" },
        { name: "Roles and teams", wide: true },
        { name: "Status" },
        { name: "Last sign-in" },
      ]}
      rows={people.map((person) => ({
        key: person.id,
        cells: [
          <span key="name">
            <a href={href("/club/people/:personId", { personId: person.id })}>
              <strong>{person.name}</strong>
            </a>
            {person.isViewer ? " (you)" : null}
          </span>,
          person.email ?? `Signs in with the club code ${clubCode}`,
          <ul key="places" className="plain-list">
            {person.places.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>,
          <Badge key="state" strong={person.strong}>
            {person.state}
          </Badge>,
          person.lastSignIn,
        ],
      }))}
    />
  );
}

const roles = [
  { value: "administrator", label: "Administrators" },
  { value: "manager", label: "Managers" },
  { value: "coach", label: "Coaches" },
];

function PeopleFilterBar({ data: { filters, found, total } }: { data: UsersTab }) {
  return (
    <FilterBar
      action={href("/club/settings")}
      count={
        found === total
          ? pluralize(total, "person", "people")
          : `${found} of ${pluralize(total, "person", "people")}`
      }
    >
      <Hidden name="tab" value="users" />
      <TextField
        name="q"
        label="Name, email or team"
        type="search"
        value={filters.search}
        maxLength={SEARCH_MAX}
      />
      <SelectField
        name="role"
        id="filter-role"
        label="Role"
        required
        empty="All roles"
        value={filters.role}
        choices={roles}
      />
      <SelectField
        name="status"
        label="Status"
        required
        empty="Any status"
        value={filters.state}
        choices={Object.entries(staffStateName).map(([value, label]) => ({ value, label }))}
      />
    </FilterBar>
  );
}

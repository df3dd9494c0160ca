import { href } from "#app/config/addresses.ts";
import { auditQueryOf } from "#app/domain/values/audit/filter.ts";
import { AUDIT_TOPICS } from "#app/domain/values/audit/kinds.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import type { ActivityTab } from "./activity-tab.server.ts";

/** Lists who signed in, changed, exported or was refused what. */
export function ActivityPanel({ data }: { data: ActivityTab }) {
  const { rows, next, filter, filtered, isFirst } = data;
  const query = { tab: "activity", ...auditQueryOf(filter) };
  return (
    <section className="read-rows">
      <ActivityFilters data={data} />
      {rows.length === 0 ? (
        <Empty
          title={filtered ? "Nothing fits the filters" : "Nothing yet"}
          action={
            filtered || !isFirst ? (
              <a href={href("/club/settings", { tab: "activity" })}>Show everything</a>
            ) : null
          }
        />
      ) : (
        <RowTable
          caption="What happened in the club, newest first"
          columns={[
            { name: "What", place: "name" },
            { name: "When", place: "left" },
            { name: "Who", place: "line" },
            { name: "Role", place: "more" },
          ]}
          rows={rows.map((row) => ({ key: row.key, cells: [row.what, row.when, whoOf(row), row.role] }))}
        />
      )}
      <PageLinks
        before={isFirst ? null : ["Newest", href("/club/settings", query)]}
        after={next === null ? null : ["Older", href("/club/settings", { ...query, before: next })]}
      />
      {rows.length > 0 ? (
        <ButtonForm downloads action={href("/club/settings/activity/export")} className="inline-form">
          {Object.entries(auditQueryOf(filter)).map(([name, value]) => (
            <Hidden key={name} name={name} value={value} />
          ))}
          <SubmitButton look="secondary">Download as CSV</SubmitButton>
        </ButtonForm>
      ) : null}
    </section>
  );
}

/** Names the person; Goodside's staff are marked here too, because a phone has no room for roles. */
const whoOf = ({ who, role }: ActivityTab["rows"][number]) =>
  role.startsWith(`${AUDIT_TOPICS.staff} (`) ? `${who}, ${role}` : who;

function ActivityFilters({ data: { filter, people, rows, topics } }: { data: ActivityTab }) {
  return (
    <FilterBar action={href("/club/settings")} count={`${pluralize(rows.length, "line")} on this page`}>
      <Hidden name="tab" value="activity" />
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
        label="Who"
        required
        empty="Everybody"
        value={filter.person}
        choices={people}
      />
      <TextField name="from" label="From" type="date" width="medium" value={filter.from} />
      <TextField name="to" label="To" type="date" width="medium" value={filter.to} />
    </FilterBar>
  );
}

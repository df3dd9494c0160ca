import { href } from "#app/config/addresses.ts";
import { invitationFields } from "#app/domain/club/staff/fields.ts";
import { staffStateName } from "#app/domain/club/staff/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { inputsOf, SEARCH_MAX } from "#app/forms/fields.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { type Choice, choicesOf, RadioField, SelectField, TextField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";
import type { UsersTab } from "./users-tab.server.ts";

/** Lists everybody of the club with their roles; each row opens the person's page. */
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
            as: filters.role || undefined,
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
    <RowTable
      caption="Everybody at the club"
      columns={[
        { name: "Name", place: "name" },
        { name: "Status", place: "state" },
        { name: "Roles and teams", place: "line" },
        { name: "Email", place: "more" },
        { name: "Last sign-in", place: "more" },
      ]}
      rows={people.map((person) => ({
        key: person.id,
        href: href("/club/people/:personId", { personId: person.id }),
        cells: [
          person.isViewer ? `${person.name} (you)` : person.name,
          <Status key="state" kind={person.kind}>
            {person.state}
          </Status>,
          person.places.join("; "),
          person.email ?? `Signs in with the club code ${clubCode}`,
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
        name="as"
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
        choices={choicesOf(staffStateName)}
      />
    </FilterBar>
  );
}

const inputs = inputsOf(invitationFields);

/** Invites a manager, a coach or another administrator; open after a refusal, and while the user is alone. */
function InviteUser({ teams }: { teams: readonly Choice[] }) {
  const reply = useReply();
  return (
    <details className="more invite-user" open={reply !== undefined}>
      <summary>Invite User</summary>
      <p>
        <a href="/teams/invite">Invite several managers and coaches at once</a>, from a list.
      </p>
      <PostForm>
        <TextField {...inputs.name} autoComplete="off" />
        <TextField {...inputs.email} type="email" autoComplete="off" />
        <RadioField
          name="role"
          label="Role"
          value="manager"
          choices={[
            { value: "manager", label: "Team Manager" },
            { value: "coach", label: "Coach" },
            {
              value: "administrator",
              label: "Club Administrator",
              hint: "Sees and changes everything that you do. Needs no team.",
            },
          ]}
          required
        />
        <div className="for-staff">
          <SelectField
            name="team"
            label="Team"
            needed="for a manager or coach"
            hint={teams.length === 0 ? "Add a team first." : undefined}
            empty="Choose a team"
            choices={teams}
          />
        </div>
        <div className="for-coach">
          <RadioField
            name="coachRole"
            label="Coach Role"
            needed="for a coach"
            value="head"
            choices={[
              { value: "head", label: "Head Coach", hint: "A head coach's rating replaces an assistant's." },
              { value: "assistant", label: "Assistant Coach" },
            ]}
          />
        </div>
        <Buttons>
          <SubmitButton>Send Invitation</SubmitButton>
        </Buttons>
      </PostForm>
    </details>
  );
}

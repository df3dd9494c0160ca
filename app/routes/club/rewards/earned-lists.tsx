import { href } from "#app/config/addresses.ts";
import { type AwardNow, awardNowLabel } from "#app/domain/club/rewards/award-now.ts";
import type { Earned } from "#app/domain/club/rewards/earned.server.ts";
import {
  type EarnedFilters,
  earnedOrderName,
  earnedOrders,
  earnedQuery,
} from "#app/domain/club/rewards/earned-filters.ts";
import type { earnedChoices } from "#app/domain/club/rewards/earned-list.server.ts";
import { dollars, earnedStatusName, takenBackLabel } from "#app/domain/club/rewards/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";

/** Tells whether rewards are read-only: the club's year is over, or support is looking. */
export function useReadOnly(): boolean {
  const { readOnly, role } = useShell();
  return Boolean(readOnly) || !may(role, "rewards.manage");
}

/** Checks for new rewards now; the results also update automatically within a minute. */
export function CheckNow() {
  const readOnly = useReadOnly();
  if (readOnly) return null;
  return (
    <ButtonForm action="/rewards/check" className="reward-check">
      <p>Results are checked by themselves as they open. Sealed games wait.</p>
      <SubmitButton look="secondary" busy="Checking…">
        Check Now
      </SubmitButton>
    </ButtonForm>
  );
}

/** Formats an earned reward for lists. */
export function viewEarned(
  earned: Earned,
  today: string,
  dayOf: (moment: string | null) => string,
  result: AwardNow | null = null,
) {
  const { status, awardedByName, gameId, opponent, gameDate } = earned;
  return {
    id: earned.id,
    title: earned.title,
    color: earned.color,
    team: earned.teamName,
    recipient: earned.recipient,
    value: dollars(earned.valueCents),
    criteria: earned.criteria,
    program: earned.programName,
    status,
    by: gameId === null ? "By hand" : `${opponent ? `vs. ${opponent}, ` : ""}${formatDate(gameDate, today)}`,
    awarded: status === "awarded" ? `${dayOf(earned.awardedAt)}, ${awardedByName || "by itself"}` : "",
    changed: earned.status === "taken-back" ? "" : awardNowLabel(result, dayOf),
    why: takenBackLabel(earned.takenBackWhy),
    takenBack: dayOf(earned.takenBackAt),
  };
}

const statusKind: Record<Earned["status"], StatusKind> = {
  pending: "act",
  awarded: "done",
  "taken-back": "plain",
};

export const EarnedStatus = ({ status }: Pick<Earned, "status">) => (
  <Status kind={statusKind[status]}>{earnedStatusName[status]}</Status>
);

type EarnedRow = ReturnType<typeof viewEarned>;
const named = ({ team, recipient }: EarnedRow) => (recipient ? `${recipient}, ${team}` : team);

const byOf = ({ by, changed }: EarnedRow) => (changed ? `${by}. ${changed}` : by);

/** Returns the address of an earned reward; none for support. */
const earnedHref = (earnedId: string, acting: boolean) =>
  acting ? undefined : href("/rewards/earned/:earnedId", { earnedId });

const EarnedTitle = ({ row, acting }: { row: EarnedRow; acting: boolean }) =>
  acting ? <strong>{row.title}</strong> : <a href={earnedHref(row.id, false)}>{row.title}</a>;

export function Awarded({ rows, caption }: { rows: readonly EarnedRow[]; caption: string }) {
  const acting = isSupport(useShell().role);
  return (
    <RowTable
      caption={caption}
      columns={[
        { name: "Reward", place: "name" },
        { name: "Value", place: "state" },
        { name: "Team", place: "left" },
        { name: "Earned by", place: "line" },
        { name: "Awarded", place: "more" },
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        href: earnedHref(row.id, acting),
        cells: [row.title, row.value, named(row), byOf(row), row.awarded],
      }))}
    />
  );
}

/** Rewards that are waiting to be handed over. */
function ToHandOver({ rows }: { rows: readonly EarnedRow[] }) {
  const readOnly = useReadOnly();
  const acting = isSupport(useShell().role);
  if (rows.length === 0) return <p className="muted">Nothing waits for you.</p>;
  return (
    <DataTable
      caption="To hand over"
      columns={[
        { name: "Reward" },
        { name: "Team" },
        { name: "Value" },
        { name: "Earned by", wide: true },
        ...(readOnly ? [] : [{ name: "Hand over" }]),
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <EarnedTitle key="title" row={row} acting={acting} />,
          <span key="team" className="nowrap">
            {named(row)}
          </span>,
          row.value,
          `${row.criteria} (${byOf(row)})`,
          ...(readOnly
            ? []
            : [
                <ButtonForm
                  key="award"
                  action={href("/rewards/earned/:earnedId/award", { earnedId: row.id })}
                  className="reward-inline"
                >
                  <SubmitButton look="secondary">
                    Mark as Awarded
                    <span className="visually-hidden">
                      : {row.title}, {row.team}
                    </span>
                  </SubmitButton>
                </ButtonForm>,
              ]),
        ],
      }))}
    />
  );
}

/** One page of awarded or taken-back rewards. */
interface Past {
  rows: readonly EarnedRow[];
  filters: EarnedFilters;
  pages: number;
  total: number;
  counts: Record<EarnedFilters["status"], number>;
  /** '$340' */
  sum: string;
  choices: Awaited<ReturnType<typeof earnedChoices>>;
}

const listName = { awarded: "Awarded", "taken-back": "Taken back" } as const;

function PastFilters({ filters, total, sum, choices }: Past) {
  const { status, program, team, order } = filters;
  const chosen = [...choices.programs, ...choices.teams].flatMap(({ value, label }) =>
    value === program || value === team ? [label] : [],
  );
  return (
    <FilterBar
      action={href("/rewards", { tab: "earned" })}
      count={
        <>
          {[`${pluralize(total, "reward")}, ${sum}`, ...chosen].join(", ")}
          {program || team ? (
            <>
              .{" "}
              <a href={href("/rewards", earnedQuery({ ...filters, program: "", team: "", page: 1 }))}>
                Show all
              </a>
            </>
          ) : null}
        </>
      }
    >
      <Hidden name="tab" value="earned" />
      <Hidden name="status" value={status} />
      <SelectField
        name="program"
        label="Program"
        required
        value={program}
        empty="All Programs"
        choices={choices.programs}
      />
      <SelectField name="team" label="Team" required value={team} empty="All Teams" choices={choices.teams} />
      <SelectField
        name="order"
        label="Order"
        required
        value={order}
        choices={earnedOrders.map((value) => ({ value, label: earnedOrderName[value] }))}
      />
    </FilterBar>
  );
}

function TakenBack({ rows }: { rows: readonly EarnedRow[] }) {
  const acting = isSupport(useShell().role);
  return (
    <>
      <p className="muted">These had not been awarded yet and no longer count as earned.</p>
      <DataTable
        caption="Taken back"
        columns={[{ name: "Reward" }, { name: "Team" }, { name: "Taken back" }, { name: "Why", wide: true }]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [<EarnedTitle key="title" row={row} acting={acting} />, named(row), row.takenBack, row.why],
        }))}
      />
    </>
  );
}

/** Rewards to hand over, then those that were awarded or taken back. */
export function EarnedLists({ pending, past }: { pending: readonly EarnedRow[]; past: Past }) {
  const acting = isSupport(useShell().role);
  const { filters, rows, choices, counts } = past;
  const hasBoth = counts["taken-back"] > 0 || filters.status === "taken-back";
  if (choices.programs.length === 0)
    return (
      <>
        <CheckNow />
        <Empty title="Nothing earned yet">
          <p>
            A team's reward appears here when its game's result opens, once for each game. At least 60% of the
            games played must be rated: silence earns nothing.
          </p>
        </Empty>
      </>
    );
  return (
    <>
      <CheckNow />
      <h2>To hand over</h2>
      <ToHandOver rows={pending} />
      <h2>{hasBoth ? "History" : "Awarded"}</h2>
      {hasBoth ? (
        <Segments
          label="Earned before"
          links={(["awarded", "taken-back"] as const).map((status) => ({
            key: status,
            href: href("/rewards", earnedQuery({ ...filters, status, page: 1 })),
            label: `${listName[status]} (${counts[status]})`,
            current: status === filters.status,
          }))}
        />
      ) : null}
      <PastFilters {...past} />
      {rows.length === 0 ? (
        <p className="muted">
          {filters.program || filters.team
            ? "Nothing matches these filters."
            : `Nothing has been ${listName[filters.status].toLowerCase()} yet.`}
        </p>
      ) : filters.status === "awarded" ? (
        <Awarded rows={rows} caption="Awarded" />
      ) : (
        <TakenBack rows={rows} />
      )}
      <Pagination
        page={filters.page}
        pages={past.pages}
        href={(page) => href("/rewards", earnedQuery({ ...filters, page }))}
      />
      {rows.length > 0 && !acting ? (
        <Buttons>
          <ButtonLink
            href={href("/rewards/earned.csv", { ...earnedQuery({ ...filters, page: 1 }), tab: undefined })}
          >
            Download CSV
          </ButtonLink>
          <ButtonLink href={href("/printables/certificates")} look="quiet">
            Print Certificates
          </ButtonLink>
        </Buttons>
      ) : null}
    </>
  );
}

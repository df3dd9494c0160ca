import type { ReactNode } from "react";
import type { IssueGroup } from "#app/domain/club/imports/issue-groups.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { importPages, type Subject } from "./subjects.ts";

/** Most groups shown at once; the rest is collapsed. */
const GROUPS_SHOWN = 4;

const statusName = { valid: "Valid", warning: "Warning", error: "Error" } as const;

/** Shows Valid, Warning or Error. */
export function StatusBadge({ status }: { status: keyof typeof statusName }) {
  return <Badge strong={status === "error"}>{statusName[status]}</Badge>;
}

/** Lists equal problems in one line with their rows, and links the download of the rows. `problems`: the download. */
export function IssueTable(props: { problems: string; issueGroups: IssueGroup[]; issueCount: number }) {
  const { problems, issueGroups, issueCount } = props;
  if (issueCount === 0) return null;
  return (
    <>
      <h2>{pluralize(issueCount, "row")} with a note or a problem</h2>
      <p>
        Line numbers are those of your file. <a href={problems}>Download only the rows with problems</a> to
        fix them, then import that file.
      </p>
      <IssueList groups={issueGroups.slice(0, GROUPS_SHOWN)} />
      {issueGroups.length > GROUPS_SHOWN ? (
        <details>
          <summary>
            Show {pluralize(issueGroups.length - GROUPS_SHOWN, "more kind")} of note or problem
          </summary>
          <IssueList groups={issueGroups.slice(GROUPS_SHOWN)} />
        </details>
      ) : null}
    </>
  );
}

function IssueList({ groups }: { groups: IssueGroup[] }) {
  return (
    <ul className="issue-list">
      {groups.map(({ level, text, examples, rowCount, lines }) => (
        <li key={level + text}>
          <StatusBadge status={level} /> <strong>{pluralize(rowCount, "row")}:</strong> {text}
          {examples.length > 0 ? `, such as ${examples.join(", ")}` : ""}{" "}
          <span className="muted">
            ({rowCount === 1 ? "line" : "lines"} {lines})
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Most rows shown at once; the rest is collapsed, because each row is a card on a phone. */
const ROWS_SHOWN = 5;

interface FirstRow {
  line: number;
  /** One for each column. */
  cells: readonly string[];
  status: "valid" | "warning" | "error";
  effect: string;
}

/**
 * Shows the first rows of a preview's file, with the effect of each.
 * @param props.rowCount of the whole file
 */
export function FirstRows(props: {
  columns: readonly { name: string; wide?: boolean }[];
  rows: readonly FirstRow[];
  rowCount: number;
}) {
  const { columns, rows, rowCount } = props;
  const more = rows.slice(ROWS_SHOWN);
  return (
    <>
      <h2>First rows of the file</h2>
      <RowTable caption="First rows of the file" columns={columns} rows={rows.slice(0, ROWS_SHOWN)} />
      {more.length > 0 ? (
        <details>
          <summary>Show {pluralize(more.length, "more row")}</summary>
          <RowTable caption="More rows of the file" columns={columns} rows={more} />
        </details>
      ) : null}
      {rowCount > rows.length ? (
        <p className="muted">
          The first {rows.length} of {count(rowCount)} rows.
        </p>
      ) : null}
    </>
  );
}

function RowTable(props: {
  caption: string;
  columns: readonly { name: string; wide?: boolean }[];
  rows: readonly FirstRow[];
}): ReactNode {
  return (
    <div className="sheet first-rows">
      <DataTable
        caption={props.caption}
        columns={[{ name: "Line" }, ...props.columns, { name: "What happens", wide: true }]}
        rows={props.rows.map((row, index) => ({
          key: `${row.line} ${index}`,
          cells: [
            `Line ${row.line}`,
            ...row.cells,
            <span key="status">
              <StatusBadge status={row.status} /> {row.effect}
            </span>,
          ],
        }))}
      />
    </div>
  );
}

/**
 * Says how a preview's file was read, with the ways to correct that.
 * @param props.children further ways, as list items
 */
export function HowRead(props: {
  subject: Subject;
  id: string;
  preview: {
    source: string;
    format: string;
    columns: readonly { header: string; field: string }[];
    ignored: readonly string[];
    hasTeams: boolean;
  };
  children?: ReactNode;
}) {
  const { subject, id, preview } = props;
  const { columns, ignored } = preview;
  const pages = importPages[subject];
  return (
    <>
      <h2>How the file was read</h2>
      <p>
        {preview.source}: {preview.format}.
      </p>
      <details>
        <summary>{pluralize(columns.length, "column")} used</summary>
        <Facts
          facts={[
            ["Columns used", columns.map(({ header, field }) => `${header} (${field})`).join(", ")],
            ["Columns not needed, and not kept", ignored.length > 0 ? ignored.join(", ") : "none"],
          ]}
        />
      </details>
      <ul>
        <li>
          <a href={pages.columns(id)}>Columns read wrong? Change them</a>
        </li>
        {preview.hasTeams ? (
          <li>
            <a href={pages.teams(id)}>Change which of your teams the names are</a>
          </li>
        ) : null}
        {props.children}
      </ul>
    </>
  );
}

/** Lists the teams that an import creates. */
export function NewTeams({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      It also creates {names.length === 1 ? "the team" : "the teams"} {names.join(", ")}. Undoing the import
      removes {names.length === 1 ? "it" : "them"} again.
    </p>
  );
}

import type { ReactNode } from "react";
import { count } from "#app/domain/values/pluralize.ts";
import { Buttons } from "./form.tsx";
import { ScoreMark } from "./strip.tsx";

/** A figure with what it counts. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>{said(value)}</dd>
      {note ? <dd className="stat-note">{note}</dd> : null}
    </div>
  );
}

const said = (value: ReactNode) => (typeof value === "number" ? count(value) : value);

export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

export type Tone = "neutral" | "good" | "minor" | "bad" | "accent";

/** A state in a word: never by colour alone. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** A score with its shape, word and number. */
export function ScoreBadge({ score }: { score: 0 | 10 | 20 }) {
  const { word, tone } = scoreTone[score];
  return (
    <span className={`badge badge-${tone}`}>
      <ScoreMark score={score} />
      {score} {word}
    </span>
  );
}

export const scoreTone = {
  20: { mark: "●", word: "Perfect Behavior", tone: "good" },
  10: { mark: "◐", word: "Minor Issues", tone: "minor" },
  0: { mark: "○", word: "Major Incident", tone: "bad" },
} as const;

/** Why a list is empty, and the one action that fills it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {action ? <p>{action}</p> : null}
    </div>
  );
}

/** A quiet surface with a heading. `level` fits the page's outline. */
export function Card(props: { title?: ReactNode; level?: 2 | 3; actions?: ReactNode; children: ReactNode }) {
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <section className="card">
      {props.title ? <Heading>{props.title}</Heading> : null}
      {props.children}
      {props.actions ? <Buttons>{props.actions}</Buttons> : null}
    </section>
  );
}

/** A message inside the page: information, a warning, or good news. */
export function Notice({
  tone = "neutral",
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className={`notice notice-${tone}`}>
      {title ? <p className="notice-title">{title}</p> : null}
      {children}
    </div>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: {
  href: string;
  look?: "primary" | "secondary" | "quiet" | "danger";
  children: ReactNode;
}) {
  return (
    <a className={`button button-${props.look ?? "secondary"}`} href={props.href}>
      {props.children}
    </a>
  );
}

/** Puts a text on the clipboard. There only where the page's script runs: show the text itself as well. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  return (
    <button type="button" className="button button-secondary" data-copy={text} hidden>
      {children}
    </button>
  );
}

interface Column {
  name: string;
  numeric?: boolean;
  /** Sentences: below their label on the card, not beside it. */
  wide?: boolean;
}

const columnClass = (column?: Column) => (column?.numeric ? "numeric" : column?.wide ? "wide" : undefined);

/** A table on a desktop, a card a row on a phone. Each cell is labelled by its column for the card. */
export function DataTable(props: {
  caption: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  return (
    <div className="table-wrap">
      <table className="table">
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.name} scope="col" className={columnClass(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, place) => {
                const column = props.columns[place];
                return (
                  <td key={column?.name} data-label={column?.name} className={columnClass(column)}>
                    {said(cell)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is known of one thing, as pairs of a name and a value. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The pages of a long list. `href` makes the address of a page, with its filters. */
export function Pagination(props: { page: number; pages: number; href: (page: number) => string }) {
  const { page, pages, href } = props;
  if (pages <= 1) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 ? <ButtonLink href={href(page - 1)}>Previous</ButtonLink> : <span />}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages ? <ButtonLink href={href(page + 1)}>Next</ButtonLink> : <span />}
    </nav>
  );
}

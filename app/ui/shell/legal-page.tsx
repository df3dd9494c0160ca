import type { ReactNode } from "react";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { Notice } from "../notice.tsx";
import { SitePage } from "./site-shell.tsx";

export interface LegalSection {
  /** Its anchor: other pages link to it. */
  id: string;
  title: string;
  body: ReactNode;
}

/**
 * Shows a legal text: dated, with numbered sections, a table of contents and its versions
 * (product/pages.md#legal-texts).
 */
export function LegalPage(props: {
  title: string;
  lead: ReactNode;
  sections: readonly LegalSection[];
  /** Publication dates of the versions (YYYY-MM-DD), oldest first. */
  versions: readonly string[];
  /** Current version, counted from 1. */
  version: number;
}) {
  const { versions, version } = props;
  return (
    <SitePage title={props.title} lead={props.lead}>
      {version < versions.length ? (
        <Notice tone="minor" title="An earlier version">
          <p>
            This text was replaced. <a href="?">Read the current version</a>.
          </p>
        </Notice>
      ) : null}
      <p className="muted">
        Last updated: {dateOf(versions[version - 1] ?? "")}. Version {version}.
      </p>
      <nav aria-labelledby="contents">
        <h2 id="contents">Contents</h2>
        <ol className="toc">
          {props.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {props.sections.map(({ id, title, body }, index) => (
        <section key={id} id={id} className="legal" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            {index + 1}. {title}
          </h2>
          {body}
        </section>
      ))}
      <Versions versions={versions} shown={version} />
    </SitePage>
  );
}

function Versions({ versions, shown }: { versions: readonly string[]; shown: number }) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">All versions</h2>
      <ul>
        {versions.map((date, index) => {
          const number = index + 1;
          const name = `Version ${number} of ${dateOf(date)}`;
          return <li key={name}>{number === shown ? name : <a href={`?version=${number}`}>{name}</a>}</li>;
        })}
      </ul>
    </section>
  );
}

/** Returns 'November 22, 2026' for 2026-11-22. */
const dateOf = (day: string) => formatDateInFull(new Date(`${day}T12:00:00Z`), "UTC");

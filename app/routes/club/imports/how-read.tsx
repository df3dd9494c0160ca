import type { ReactNode } from "react";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Facts } from "#app/ui/facts.tsx";
import { importPages, type Subject } from "./subjects.ts";

/** How a preview's file was read, with the ways to correct that. @param props.children further ways, as list items */
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

import type { ReactNode } from "react";
import { SitePage } from "./shell/site-shell.tsx";

export interface LegalSection {
  /** Its anchor: other pages link to it. */
  id: string;
  title: string;
  body: ReactNode;
}

/** A legal text: dated, with numbered sections and a table of contents. */
export function LegalPage(props: {
  title: string;
  lead: ReactNode;
  /** As people read it: 'January 20, 2025'. */
  updated: string;
  sections: readonly LegalSection[];
}) {
  return (
    <SitePage title={props.title} lead={props.lead}>
      <p className="muted">Last updated: {props.updated}</p>
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
    </SitePage>
  );
}

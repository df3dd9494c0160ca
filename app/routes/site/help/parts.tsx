import { Fragment } from "react";
import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { lessons } from "./lessons/lessons.ts";
import { type HelpHit, QUERY_MAX } from "./search.ts";
import { steps } from "./steps.ts";

/** Finds steps, lessons and questions; the answer is an address, so it works without scripts. */
export function SearchForm({ query }: { query: string }) {
  return (
    <form method="get" action="/help" className="form filters" aria-label="Search the help">
      <TextField
        name="q"
        label="What do you need help with?"
        type="search"
        value={query}
        maxLength={QUERY_MAX}
        autoComplete="off"
        needed="such as: import"
      />
      <SubmitButton look="secondary">Search</SubmitButton>
    </form>
  );
}

export function SearchResults({ query, found }: { query: string; found: readonly HelpHit[] }) {
  if (found.length === 0)
    return (
      <Empty title={`Nothing found for ‘${query}’`} action={<a href="/help">Show the whole guide</a>}>
        <p>Try one word, such as ‘import’, ‘agreement’ or ‘score’, or write to us.</p>
      </Empty>
    );
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        {pluralize(found.length, "answer")} for ‘{query}’
      </h2>
      <ul>
        {found.map((hit) => (
          <li key={hit.href}>
            <h3>
              <a href={hit.href}>{hit.title}</a> <Badge>{hit.kind}</Badge>
            </h3>
            <p>{hit.excerpt}</p>
          </li>
        ))}
      </ul>
      <p>
        <a href="/help">Show the whole guide</a>
      </p>
    </section>
  );
}

/** @param props.progress of an administrator's own club, step by step; null for everybody else */
export function StepList(props: { progress: readonly ({ done: boolean; text: string } | null)[] | null }) {
  return (
    <ol className="how">
      {steps.map(({ id, title, text, links }, index) => {
        const own = props.progress?.[index];
        return (
          <li key={id} id={`step-${id}`}>
            <h3>{title}</h3>
            <div>
              {own ? (
                <p>
                  <Badge strong={!own.done}>{own.done ? "Done" : "To do"}</Badge> {own.text}
                </p>
              ) : null}
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              <p className="row">
                {links.map((link) => (
                  <Fragment key={link.href}>
                    <a href={link.href}>{link.text}</a>{" "}
                  </Fragment>
                ))}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

export function Lessons() {
  return (
    <section aria-labelledby="lessons">
      <h2 id="lessons">Short lessons</h2>
      <ul className="lessons">
        {lessons.map(({ slug, title, summary, minutes }) => (
          <li key={slug}>
            <h3>
              <a href={href("/help/lessons/:slug", { slug })}>{title}</a>
            </h3>
            <p>
              {summary} <span className="muted">{minutes} minutes</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The columns that our templates begin with; a test compares them with the templates. */
export const CONTACT_COLUMNS = "parent_email, parent_name, child_name, team_name";
export const SCHEDULE_COLUMNS = "team_name, opponent, date, time, location";

export function Files() {
  return (
    <section aria-labelledby="files">
      <h2 id="files">What our files look like</h2>
      <p>
        Most exports of registration and league software are understood as they are. If you write a file
        yourself, use these columns in the first row.
      </p>
      <h3>Players and parents</h3>
      <p>
        <code>{CONTACT_COLUMNS}</code>
      </p>
      <p>
        One row a child; a parent with two children has two rows. A column <code>age_group</code> may follow.{" "}
        <a href="/advanced-import/template.csv">Download the template</a> (you sign in first).
      </p>
      <h3>Schedule</h3>
      <p>
        <code>{SCHEDULE_COLUMNS}</code>
      </p>
      <p>
        Dates like 2026-11-28 and times like 6:00 PM; ‘TBD’ is fine where something is open, and an @ before
        the opponent marks an away game. <a href="/schedule/import/template.csv">Download the template</a>{" "}
        (you sign in first).
      </p>
    </section>
  );
}

import type { LoaderFunctionArgs, MetaDescriptor } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubIfAny } from "#app/auth/club-if-any.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { brand } from "#app/config/brand.ts";
import { setupProgress } from "#app/domain/club/setup-progress/setup-progress.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { Files, Lessons, SearchForm, SearchResults, StepList } from "./parts.tsx";
import { QUERY_MAX, searchHelp } from "./search.ts";
import { checklist, steps } from "./steps.ts";

export const handle = { sameForAll: true };
export const meta = (): MetaDescriptor[] => [
  ...title("Help guide"),
  {
    name: "description",
    content: `Seven steps from an empty club to the first rated game, and short lessons.`,
  },
];

/**
 * Loads the help guide; for an administrator with the club's progress beside each step (product/pages.md#help-guide).
 */
export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const query = new URL(args.request.url).searchParams.get("q")?.trim().slice(0, QUERY_MAX) ?? "";
  const club = query ? null : await clubIfAny(args, "club.manage");
  const counts = club ? await setupProgress(club.db) : null;
  return {
    query,
    found: searchHelp(query),
    clubName: club?.club.name ?? null,
    progress: counts ? steps.map((step) => step.progress(counts)) : null,
  };
}

export default function Help() {
  const { query, found, clubName, progress } = useLoaderData<typeof loader>();
  const states = progress?.filter((step) => step !== null) ?? [];
  const done = states.filter((step) => step.done).length;
  return (
    <SitePage title="Help guide" lead="From an empty club to a rated season, in seven steps.">
      <p>
        <a href="/dashboard">Back to the dashboard</a>
      </p>
      <SearchForm query={query} />
      {query ? (
        <SearchResults query={query} found={found} />
      ) : (
        <>
          <section aria-labelledby="quick-start">
            <h2 id="quick-start">Quick start: have this at hand</h2>
            <ul className="checklist">
              {checklist.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="steps">
            <h2 id="steps">Seven steps</h2>
            {clubName ? (
              <p>
                {clubName} has done {done} of the {states.length} steps that can be counted.
              </p>
            ) : null}
            <StepList progress={progress} />
          </section>
          <Lessons />
          <Files />
        </>
      )}
      <section aria-labelledby="support">
        <h2 id="support">Still stuck?</h2>
        <p>
          Write to us: a person answers within 24 hours, urgent issues on the same day. Or call {brand.phone}.
        </p>
        <Buttons>
          <ButtonLink href="/contact" look="primary">
            Contact us
          </ButtonLink>
          <ButtonLink href="/faq">Questions and answers</ButtonLink>
          <ButtonLink href="/printables">Printables</ButtonLink>
        </Buttons>
      </section>
    </SitePage>
  );
}

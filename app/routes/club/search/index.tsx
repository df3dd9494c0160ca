import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { QUERY_MAX } from "#app/domain/club/search/search-query.ts";
import { SubmitButton, TextOnly } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { answerSearch, type FoundGroup } from "./load-search.server.ts";
import { forgetRecent } from "./recent-searches.server.ts";

export const handle = { extra: "search" };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.text ? `${data.text}: Search` : "Search");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const { answer, headers } = await answerSearch(ctx, args.request);
  return json(answer, { headers });
}

/** Clears the recent searches. */
export async function action(args: ActionFunctionArgs) {
  await requireClubUser(args, "club.see");
  const answer = await redirectWith("/search", "Your recent searches are cleared.");
  answer.headers.append("Set-Cookie", await forgetRecent());
  return answer;
}

/** Works without scripts; with them, Ctrl+K opens the same over any page (product/pages.md#search). */
export default function Search() {
  const { text, total, count, groups, remembers } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Search"
      lead="Pages, teams, people, parents, games and help, as far as you may see them."
    >
      <search>
        <form method="get" action="/search" className="search-form">
          <TextField
            name="q"
            label="What are you looking for?"
            type="search"
            value={text}
            maxLength={QUERY_MAX}
            autoComplete="off"
            needed="such as: hawks nov 14"
            autoFocus={text === ""}
          />{" "}
          <SubmitButton>Search</SubmitButton>
        </form>
      </search>
      {count ? (
        <p className="stats-sentence" role="status">
          {count}
        </p>
      ) : null}
      {text !== "" && total === 0 ? (
        <p>
          Try fewer words or another spelling: a name (‘Rivera’), a team and a day (‘hawks nov 14’), an
          opponent, a field, or what you want to do (‘import’).
        </p>
      ) : null}
      {groups.map((group) => (
        <Found key={group.title} {...group} />
      ))}
      {remembers ? (
        <ButtonForm action="/search">
          <SubmitButton look="quiet">Clear recent searches</SubmitButton>
        </ButtonForm>
      ) : null}
    </ClubPage>
  );
}

/** Shows results of one kind; the dialog of app/client/search.ts draws the same. */
function Found({ title, hits, all }: FoundGroup) {
  const id = `found-${title.toLowerCase().replace(" ", "-")}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="found-list">
        {hits.map((hit) => (
          <li key={`${hit.href} ${hit.label}`}>
            <a href={hit.href}>{hit.label}</a>
            {hit.about ? <TextOnly>:</TextOnly> : null} <span className="small muted">{hit.about}</span>
          </li>
        ))}
      </ul>
      {all ? (
        <p className="small">
          <a href={all.href}>{all.label}</a>
        </p>
      ) : null}
    </section>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { readListQuery } from "#app/forms/pages.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { TeamSearch } from "#app/ui/filter-bar.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { listCalendars } from "./calendar.server.ts";

export const handle = { madeOf: [] };

export const meta = () => title("Calendars");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  return listCalendars(ctx, readListQuery(args.request));
}

export default function Calendars() {
  const { calendars, found, teams, search, page, pages } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Calendar on your phone"
      lead="Your phone's calendar shows the games and keeps them up to date: a moved game moves, a cancelled one is marked."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <TeamSearch action={href("/schedule/calendars")} search={search} found={found} of={teams} />
      <ul className="action-list">
        {calendars.map(({ id, name, about }) => (
          <li key={id} className="row apart">
            <div>
              <strong>{name}</strong>
              <br />
              <span>{about}</span>
            </div>
            <ButtonForm className="inline-form" action={href("/schedule/calendars/:teamId", { teamId: id })}>
              <Hidden name="intent" value="add" />
              <SubmitButton look="secondary">
                Add to my calendar<span className="visually-hidden">: {name}</span>
              </SubmitButton>
            </ButtonForm>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/schedule/calendars", { q: search || undefined, page: String(to) })}
      />
    </ClubPage>
  );
}

import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { listCalendars } from "./calendar.server.ts";

export const meta = () => title("Calendar on your phone");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  return json({ calendars: await listCalendars(ctx) });
}

export default function Calendars() {
  const { calendars } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Calendar on your phone"
      lead="Your phone's calendar shows the games and keeps them up to date: a moved game moves, a cancelled one is marked."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <DataTable
        caption="Calendars"
        columns={[{ name: "Calendar" }, { name: "What it has" }, { name: "State" }, { name: "Actions" }]}
        rows={calendars.map(({ id, name, about, made }) => ({
          key: id,
          cells: [
            name,
            about,
            made ? "You have an address" : "No address yet",
            <span key="go">
              <a href={href("/schedule/calendars/:teamId", { teamId: id })}>
                {made ? "See the address" : "Set up"} <span className="visually-hidden">of {name}</span>
              </a>
            </span>,
          ],
        }))}
      />
    </ClubPage>
  );
}

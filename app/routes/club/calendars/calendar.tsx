import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { calendarSchema } from "#app/domain/club/calendar/calendar-form.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeFeed, ownFeed } from "#app/journeys/calendars/own-feed.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ownerOf, requireCalendar } from "./calendar.server.ts";
import { MakeAddress, OwnAddress } from "./own-address.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Calendar: ${data.name}` : "Calendar");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  const { teamId, name, about } = await requireCalendar(ctx, args.params.teamId);
  const feed = await ownFeed(ctx.control, { ...ownerOf(ctx), teamId });
  const made = feed && { address: feed.address, at: formatMoment(feed.createdAt, ctx.club.timezone) };
  return json({ name, about, made });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.see");
  const { id, teamId } = await requireCalendar(ctx, args.params.teamId);
  const reading = await readForm(args.request, calendarSchema);
  if (!reading.ok) return reading.answer;
  const replaced = await changeFeed(ctx.control, { ...ownerOf(ctx), teamId }, reading.value.intent);
  const here = href("/schedule/calendars/:teamId", { teamId: id });
  if (reading.value.intent === "stop") return redirectWith(here, "The old address stops working as of now.");
  return redirectWith(
    here,
    replaced
      ? "This is your new address. The old address stops working as of now."
      : "This is your address. Follow the steps for your calendar.",
  );
}

export default function CalendarPage() {
  const { name, about, made } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={`Calendar: ${name}`}
      lead={`${about}. Times, places and opponents only: no names of parents or children, no ratings.`}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Calendar on your phone", href: "/schedule/calendars" },
      ]}
    >
      {made ? <OwnAddress name={name} made={made} /> : <MakeAddress />}
    </ClubPage>
  );
}

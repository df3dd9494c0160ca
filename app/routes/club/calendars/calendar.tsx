import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { calendarSchema } from "#app/domain/club/calendar/calendar-form.server.ts";
import { changeFeed, ownFeed } from "#app/domain/control/calendars/calendar-feeds.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ownerOf, requireCalendar } from "./calendar.server.ts";
import { MakeAddress, OwnAddress } from "./own-address.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Calendar: ${data.name}` : "Calendar");

const form = clubForm({
  may: "games.see",
  schema: calendarSchema,
  find: (ctx, { teamId }) => requireCalendar(ctx, teamId),
  change: ({ ctx, found, value }) =>
    changeFeed(ctx.control, { ...ownerOf(ctx), teamId: found.teamId }, value.intent),
  saved: (replaced, { found, value }) => {
    const here = href("/schedule/calendars/:teamId", { teamId: found.id });
    if (value.intent === "stop") return [here, "The old address stops working as of now."];
    if (replaced) return [here, "This is your new address. The old address stops working as of now."];
    return [here, "This is your address. Follow the steps for your calendar."];
  },
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: { teamId, name, about } }) => {
  const feed = await ownFeed(ctx.control, { ...ownerOf(ctx), teamId });
  const made = feed && { address: feed.address, at: formatMoment(feed.createdAt, ctx.club.timezone) };
  return { name, about, made };
});

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

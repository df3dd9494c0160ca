import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { calendarSchema } from "#app/domain/club/calendars/feed-games.server.ts";
import { changeFeed, ownFeed } from "#app/domain/control/calendars/calendar-feeds.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { ButtonLink, Buttons, CopyButton, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ownerOf, requireCalendar } from "./calendar.server.ts";

const appAddress = (address: string) => address.replace(/^https?:/, "webcal:");

/**
 * Opens the calendar app automatically after 'Add to my calendar' on Apple devices, which surely have one. A refresh,
 * because a form may only redirect within this site, and because the page with the other ways stays open.
 */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...title(data ? `Calendar: ${data.name}` : "Calendar"),
  ...(data?.opens && data.made?.address
    ? [{ httpEquiv: "refresh", content: `0;url=${appAddress(data.made.address)}` }]
    : []),
];

const form = clubForm({
  may: "games.see",
  schema: calendarSchema,
  find: (ctx, { teamId }) => requireCalendar(ctx, teamId),
  change: ({ ctx, found, value }) =>
    changeFeed(ctx.control, { ...ownerOf(ctx), teamId: found.teamId }, value.intent),
  saved: (replaced, { found, value }) => {
    const here = href("/schedule/calendars/:teamId", { teamId: found.id });
    if (value.intent === "add")
      return [
        href("/schedule/calendars/:teamId", { teamId: found.id, open: "app" }),
        "The calendar is ready. Open it in your calendar app, or choose another way.",
      ];
    if (value.intent === "stop") return [here, "The old address stops working as of now."];
    if (replaced) return [here, "This is your new address. The old address stops working as of now."];
    return [here, "This is your new address."];
  },
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: { teamId, name, about }, request }) => {
  const feed = await ownFeed(ctx.control, { ...ownerOf(ctx), teamId });
  const made = feed && { address: feed.address, at: formatMoment(feed.createdAt, ctx.club.timezone) };
  const added = new URL(request.url).searchParams.get("open") === "app";
  const opens = added && /iPhone|iPad|Macintosh/.test(request.headers.get("User-Agent") ?? "");
  return { name, about, made, opens };
});

export default function CalendarPage() {
  const { name, about, made } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={`Calendar: ${name}`}
      lead={`${about}. Times, places and opponents only: no names of parents or children, no ratings.`}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Calendars", href: "/schedule/calendars" },
        { label: name },
      ]}
    >
      {made ? (
        <div className="beside">
          {made.address ? (
            <Ways name={name} address={made.address} />
          ) : (
            <Notice tone="minor" title="This address cannot be shown again">
              <p>It still works where you use it. Make a new one to see an address.</p>
            </Notice>
          )}
          <NewAddress name={name} at={made.at} />
        </div>
      ) : (
        <ButtonForm className="inline-form">
          <Hidden name="intent" value="add" />
          <SubmitButton>Add to my calendar</SubmitButton>
        </ButtonForm>
      )}
    </ClubPage>
  );
}

/** Links the calendar app of this device, and explains the ways for other apps. */
function Ways({ name, address }: { name: string; address: string }) {
  const app = appAddress(address);
  const google = `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: app })}`;
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: address, name })}`;
  return (
    <div>
      <Buttons>
        <ButtonLink href={app} look="primary">
          Open in my calendar app
        </ButtonLink>
      </Buttons>
      <p className="muted">
        For iPhone, iPad, Mac, and computers with Outlook or another calendar app. It asks you once, then
        fetches the games about every hour.
      </p>
      <Card title="Other ways">
        <Buttons>
          <ButtonLink href={google}>Google Calendar</ButtonLink>
          <ButtonLink href={outlook}>Outlook on the web</ButtonLink>
        </Buttons>
        <p className="muted">
          For an Android phone open this page on a computer once and press Google Calendar: the games then
          show on the phone as well. Google and Outlook fetch them a few times a day.
        </p>
        <div className="field">
          <label htmlFor="address">Any other calendar: subscribe to this address</label>
          <div className="copy-line">
            {/* A text browser shows, and lets one copy, as much of a field as its size says. */}
            <input
              className="input"
              id="address"
              type="text"
              readOnly
              size={address.length}
              value={address}
            />{" "}
            <CopyButton text={address}>Copy Address</CopyButton>
          </div>
        </div>
      </Card>
    </div>
  );
}

/** Offers a new address, or none, both of which end the current one. */
function NewAddress({ name, at }: { name: string; at: string }) {
  return (
    <Card title="Keep it to yourself">
      <p>
        The address is yours alone, made on {at}. Everybody who knows it can see these games. Did somebody get
        it who should not have it? Your own calendar needs the new one too.
      </p>
      <Buttons>
        <ButtonForm className="inline-form" confirm={`Make a new address of the calendar ${name}?`}>
          <Hidden name="intent" value="make" />
          <SubmitButton look="secondary">Make a new address; the old one stops</SubmitButton>
        </ButtonForm>
        <ButtonForm className="inline-form" confirm={`Stop the address of the calendar ${name}?`}>
          <Hidden name="intent" value="stop" />
          <SubmitButton look="quiet">Stop this address</SubmitButton>
        </ButtonForm>
      </Buttons>
    </Card>
  );
}

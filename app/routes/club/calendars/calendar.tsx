import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { calendarSchema } from "#app/domain/club/calendar/feed-games.server.ts";
import { changeFeed, ownFeed } from "#app/domain/control/calendars/calendar-feeds.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { ButtonLink, Buttons, CopyButton, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ownerOf, requireCalendar } from "./calendar.server.ts";

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

/** A calendar without an address. */
function MakeAddress() {
  return (
    <Card title="Make a secret address">
      <p>
        Your calendar app reads the games from an address that nobody can guess. Everybody who knows it can
        see these games, so give it to nobody else. You can end it at any time.
      </p>
      <PostForm>
        <Hidden name="intent" value="make" />
        <Buttons>
          <SubmitButton>Make the Address</SubmitButton>
        </Buttons>
      </PostForm>
    </Card>
  );
}

/** A calendar's address, how to subscribe to it, and the ways to end it. */
function OwnAddress(props: { name: string; made: { address: string | null; at: string } }) {
  const { name, made } = props;
  // A text browser shows, and lets one copy, as much of a field as its size says.
  const size = made.address?.length;
  return (
    <>
      {made.address ? (
        <Card title="Your secret address">
          <label htmlFor="address">Address of the calendar {name}</label>
          <div className="copy-line">
            <input className="input" id="address" type="text" readOnly size={size} value={made.address} />{" "}
            <CopyButton text={made.address}>Copy Address</CopyButton>
          </div>
          <Buttons>
            <ButtonLink href={made.address.replace(/^https?:/, "webcal:")} look="primary">
              Subscribe on this device
            </ButtonLink>
          </Buttons>
          <p className="muted">Made on {made.at}. Everybody who knows it can see these games.</p>
        </Card>
      ) : (
        <Notice tone="minor" title="This address cannot be shown again">
          <p>Made on {made.at}, it still works where you use it. Make a new one to see an address.</p>
        </Notice>
      )}
      <Steps />
      <Card title="Replace or end the address">
        <p>
          Did it get to somebody who should not have it? With a new address the old address stops working, and
          your own calendar needs the new one.
        </p>
        <Buttons>
          <ButtonForm className="inline-form" confirm={`Make a new address of the calendar ${name}?`}>
            <Hidden name="intent" value="make" />
            <SubmitButton look="secondary">Make a New Address</SubmitButton>
          </ButtonForm>
          <ButtonForm className="inline-form" confirm={`Stop the address of the calendar ${name}?`}>
            <Hidden name="intent" value="stop" />
            <SubmitButton look="danger">Stop This Address</SubmitButton>
          </ButtonForm>
        </Buttons>
      </Card>
    </>
  );
}

/** How to subscribe, for the calendars that most people have. */
function Steps() {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">How to subscribe</h2>
      <details>
        <summary>iPhone, iPad and Mac</summary>
        <ol>
          <li>
            Press <strong>Subscribe on this device</strong> above and confirm.
          </li>
          <li>
            If nothing happens: copy the address, open Settings, Apps, Calendar, Calendar Accounts, Add
            Account, Other, Add Subscribed Calendar, and paste it.
          </li>
        </ol>
        <p className="muted">The games are fetched about once an hour.</p>
      </details>
      <details>
        <summary>Google Calendar and Android phones</summary>
        <ol>
          <li>Copy the address.</li>
          <li>
            On a computer open calendar.google.com. Beside <strong>Other calendars</strong> press the plus
            sign and choose <strong>From URL</strong>.
          </li>
          <li>
            Paste the address and press <strong>Add calendar</strong>. It also shows on your phone, in the
            Google Calendar app.
          </li>
        </ol>
        <p className="muted">
          Google itself decides when to fetch the games again, often only every few hours.
        </p>
      </details>
      <details>
        <summary>Outlook</summary>
        <ol>
          <li>Copy the address.</li>
          <li>
            In Outlook on the web open the calendar, press <strong>Add calendar</strong>, then{" "}
            <strong>Subscribe from web</strong>.
          </li>
          <li>
            Paste the address, give it a name and press <strong>Import</strong>.
          </li>
        </ol>
        <p className="muted">Outlook fetches the games a few times a day.</p>
      </details>
    </section>
  );
}

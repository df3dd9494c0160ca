import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { openSchema } from "#app/domain/club/registrations/forms.server.ts";
import {
  countWaiting,
  registrationOpen,
  setRegistrationOpen,
} from "#app/domain/club/registrations/registrations.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ParentsNav } from "#app/routes/club/agreements/parents-nav.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { registrationAddress } from "./registration-address.server.ts";

export const meta = () => title("Email Collection");

const form = clubForm({
  may: "contacts.import",
  schema: openSchema,
  change: ({ ctx, value }) => changeClub(ctx, (tx) => setRegistrationOpen(tx, value.registration === "open")),
  saved: (_, { value }) => [
    href("/email-collection"),
    value.registration === "open"
      ? "Registration is open."
      : "Registration is closed. Who registered before stays on the list.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { db } }) => {
  const [open, waiting, address] = await Promise.all([
    registrationOpen(db),
    countWaiting(db),
    registrationAddress(db),
  ]);
  return { open, waiting, address };
});

export default function EmailCollection() {
  const { open, waiting, address } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Email Collection"
      lead="How the addresses of your parents get here."
      crumbs={[{ label: "Parents", href: "/agreements" }, { label: "Email Collection" }]}
    >
      <ParentsNav />
      {waiting > 0 ? (
        <Notice tone="minor" title={`${pluralize(waiting, "registration")} to look at`}>
          <p>
            <a href={href("/email-collection/registrations")}>Accept or refuse</a> who registered.
          </p>
        </Notice>
      ) : null}
      <ul className="action-list">
        {ways.map(({ to, label, about }) => (
          <li key={label}>
            <a href={to}>{label}</a> <span>{about}</span>
          </li>
        ))}
      </ul>
      <Card title="Registration page">
        <p>
          {open ? "Open" : "Closed"}: <a href={address}>{address}</a>
        </p>
        <p>
          <a href={href("/email-collection/registrations")}>Registrations</a>: {waiting} to look at
        </p>
        <ButtonForm className="buttons">
          <Hidden name="registration" value={open ? "closed" : "open"} />
          <SubmitButton look="secondary">{open ? "Close Registration" : "Open Registration"}</SubmitButton>
        </ButtonForm>
      </Card>
      <PlatformTable />
    </ClubPage>
  );
}

const ways = [
  { to: href("/email-collection/qr"), label: "QR Code", about: "Parents scan it and register themselves" },
  {
    to: href("/email-collection/bulk"),
    label: "Bulk Entry",
    about: "Addresses only: paste them, or a CSV file",
  },
  {
    to: href("/advanced-import"),
    label: "Platform Export",
    about: "TeamSnap, SportsEngine, GotSport and others",
  },
  {
    to: href("/advanced-import"),
    label: "Express Import",
    about: "One file with parents, children and teams",
  },
];

/** Sources of contacts, with instructions and an estimate of the minutes from export to preview. */
const platforms: readonly { name: string; how: string; minutes: number; help?: string }[] = [
  {
    name: "TeamSnap",
    how: "Export the roster as CSV",
    minutes: 5,
    help: "https://helpme.teamsnap.com/category/1219-roster-profile-and-member-management",
  },
  {
    name: "SportsEngine",
    how: "Export the directory or registration results as CSV",
    minutes: 10,
    help: "https://help.sportsengine.com/",
  },
  { name: "GotSport", how: "Export the club's player list", minutes: 10 },
  { name: "PlayMetrics", how: "Export players with their parents as CSV", minutes: 5 },
  { name: "Sports Connect", how: "Run an enrollment report and export it", minutes: 10 },
  {
    name: "Google Contacts",
    how: "Export as Google CSV",
    minutes: 5,
    help: "https://support.google.com/contacts/",
  },
  {
    name: "Outlook",
    how: "Export contacts as CSV",
    minutes: 5,
    help: "https://support.microsoft.com/outlook",
  },
];

function PlatformTable() {
  return (
    <details className="more">
      <summary>Platform Import Times</summary>
      <p className="muted">
        Estimates, from opening the platform to the preview here, for a club of a few hundred families.
      </p>
      <RowTable
        caption="Platform import times"
        columns={[
          { name: "Platform, with its help", place: "name" },
          { name: "Estimate", place: "state" },
          { name: "What to do there", place: "line" },
        ]}
        rows={platforms.map(({ name, how, minutes, help }) => ({
          key: name,
          href: help,
          cells: [name, `about ${minutes} minutes`, how],
        }))}
      />
    </details>
  );
}

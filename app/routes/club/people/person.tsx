import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { invitationFields } from "#app/domain/club/staff/fields.ts";
import { adminResendSchema } from "#app/domain/club/staff/forms.server.ts";
import {
  alreadyJoinedLabel,
  dailyLimitLabel,
  deliveryLabel,
  roleName,
  staffStateKind,
  staffStateName,
} from "#app/domain/club/staff/labels.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import {
  adminInvitationAddress,
  renewAdminInvitation,
} from "#app/domain/control/administrators/admin-invitations.server.ts";
import { inviteAdminProblemLabels } from "#app/domain/control/administrators/labels.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { invitationAddresses } from "#app/journeys/club-events/invitation.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { loadPerson } from "#app/journeys/people/people.server.ts";
import type { Place } from "#app/journeys/people/people.ts";
import { memberSince } from "#app/routes/club/teams/team-page/card.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, CopyButton, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

const inputs = inputsOf(invitationFields);

export const handle = { extra: "team" };

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.name ?? "Person");

/**
 * Shows a person of the club with their roles, and an administrator's actions, such as resending an administrator's
 * invitation, even to a corrected address (product/teams.md#users-and-roles).
 */
const form = clubForm({
  may: "club.manage",
  schema: adminResendSchema,
  find: (ctx, { personId = "" }) => loadPerson(ctx, personId),
  change: async ({ ctx, found, value }) => {
    const invitation = found.person.places.find(({ role, id }) => role === "administrator" && id);
    const sent = invitation?.id
      ? await renewAdminInvitation(ctx, invitation.id, value.email)
      : ({ ok: false, problem: "not-found" } as const);
    return !sent.ok && sent.problem === "not-found" ? ({ ok: false, problem: "joined" } as const) : sent;
  },
  problems: ({ problem }, { value }) => {
    if (problem === "joined") return [href("/club/settings", { tab: "users" }), alreadyJoinedLabel];
    if (problem === "daily-limit") return dailyLimitLabel;
    return { email: inviteAdminProblemLabels(value.email)[problem] };
  },
  saved: (_, { value }) => [
    href("/club/settings", { tab: "users" }),
    `${roleName.club_admin} invitation sent successfully to ${value.email}`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => viewPersonPage(ctx, found));

export default function PersonPage() {
  const person = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={person.name}
      lead={person.isViewer ? "This is you." : undefined}
      crumbs={[
        { label: "Club Settings", href: href("/club/settings", { tab: "users" }) },
        { label: person.name },
      ]}
      actions={
        <>
          {person.helped ? (
            <ButtonLink href={href("/club/people/:personId/sign-in", { personId: person.id })}>
              Help with Signing In
            </ButtonLink>
          ) : null}
          {person.removable ? (
            <ButtonLink href={href("/club/people/:personId/remove", { personId: person.id })} look="quiet">
              {person.joined ? "Remove from the Club" : "Withdraw Everything"}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Facts facts={person.facts} />
      <section>
        <h2>Roles</h2>
        <ul className="plain-list lines">
          {person.places.map((place) => (
            <li key={`${place.role} ${place.id}`}>
              {place.teamId === null ? (
                <AdminPlace place={place} email={person.email ?? ""} />
              ) : (
                <TeamPlace place={place} teamId={place.teamId} who={person.name} />
              )}
            </li>
          ))}
        </ul>
      </section>
    </ClubPage>
  );
}

/** Shows a role in a team, with links to its forms, which go back to 'Users & Roles'. */
function TeamPlace({ place, teamId, who }: { place: PlaceOnPage; teamId: string; who: string }) {
  const ids = { teamId, staffId: place.id ?? "", from: "users" };
  const pending = place.state !== "active";
  const of = <span className="visually-hidden">: {place.title}</span>;
  return (
    <>
      <PlaceHead place={place} />
      <div className="staff-acts">
        <a href={href("/teams/:teamId", { teamId })}>Team page{of}</a>{" "}
        {pending ? (
          <>
            <a href={href("/teams/:teamId/staff/:staffId/email", ids)}>Correct the address{of}</a>{" "}
            <ButtonForm
              className="inline-form"
              action={href("/teams/:teamId/staff/:staffId/invitations", ids)}
            >
              <button type="submit" className="link-button">
                Resend{of}
              </button>
            </ButtonForm>{" "}
          </>
        ) : null}
        {place.coachRole ? (
          <>
            <a href={href("/teams/:teamId/staff/:staffId/role", ids)}>
              {place.coachRole === "head" ? "Make assistant coach" : "Make head coach"}
              {of}
            </a>{" "}
          </>
        ) : null}
        <a className="quiet-link" href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
          {pending ? "Take back the invitation" : "Remove from this team"}
          {of}
        </a>
      </div>
      {place.link ? <PlaceLink id={place.id ?? ""} link={place.link} who={who} /> : null}
    </>
  );
}

/** Shows a role as administrator: an open invitation is resent from here, even to another address. */
function AdminPlace({ place, email }: { place: PlaceOnPage; email: string }) {
  return (
    <>
      <PlaceHead place={place} />
      {place.id ? (
        <>
          <PostForm>
            <TextField {...inputs.email} type="email" value={email} autoComplete="off" />
            <SubmitButton look="secondary">Resend</SubmitButton>
          </PostForm>
          {place.link ? <PlaceLink id={place.id} link={place.link} who={email} /> : null}
        </>
      ) : null}
    </>
  );
}

function PlaceHead({ place }: { place: PlaceOnPage }) {
  return (
    <>
      <p className="staff-line">
        <strong>{place.title}</strong>{" "}
        {place.state === "active" ? null : <Status kind={place.kind}>{place.stateName}</Status>}
      </p>
      {place.since ? <p className="muted small">{place.since}</p> : null}
      {place.delivery ? <p className="small">{deliveryLabel(place)}</p> : null}
    </>
  );
}

function PlaceLink({ id, link, who }: { id: string; link: string; who: string }) {
  return (
    <details className="small">
      <summary>Invitation link</summary> <label htmlFor={`link-${id}`}>Send this link to {who} only</label>
      <div className="copy-line">
        <input className="input" id={`link-${id}`} type="text" readOnly value={link} />{" "}
        <CopyButton text={link}>Copy Link</CopyButton>
      </div>
    </details>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof loadPerson>>>;

/** Formats a person's page. */
async function viewPersonPage({ control, user, club }: ClubContext, found: Found) {
  const { person, staff, invitations } = found;
  const today = dateAt(now(), club.timezone);
  const day = (moment: string) => formatDate(dateAt(moment, club.timezone), today);
  const members = new Map(staff.map((member) => [member.id, member]));
  const own = person.places.flatMap(({ id }) => members.get(id ?? "") ?? []);
  const linkOf = await invitationAddresses(control, own);
  const view = (place: Place) => {
    const member = members.get(place.id ?? "");
    const invitation = invitations.find(({ id }) => id === place.id);
    return {
      id: place.id,
      teamId: place.team?.id ?? null,
      role: place.role,
      coachRole: member?.coachRole ?? null,
      title: place.team ? `${place.title}, ${place.team.label}` : place.title,
      state: place.state,
      stateName: place.undelivered ? "Not delivered" : staffStateName[place.state],
      kind: staffStateKind(place),
      delivery: place.state === "active" ? null : (member?.delivery ?? invitation?.delivery ?? null),
      deliveryReason: member?.deliveryReason ?? invitation?.deliveryReason ?? null,
      since: sinceOf(member, invitation, day),
      link: linkFor(place, member, invitation),
    };
  };
  const linkFor = (
    place: Place,
    member: Member | undefined,
    invitation: Found["invitations"][number] | undefined,
  ): string | null => {
    if (place.state !== "pending") return null;
    if (member) return linkOf(member);
    return invitation ? adminInvitationAddress(invitation, invitation.tokenHash) : null;
  };
  return {
    id: person.id,
    name: person.name || person.email || "",
    email: person.email,
    isViewer: person.accountId === user.accountId,
    // Another person with an account, who therefore can sign in.
    helped: person.accountId !== null && person.accountId !== user.accountId,
    joined: person.state === "active",
    // The club's own account has no email and always stays.
    removable: person.email !== null,
    facts: [
      ["Email", person.email ?? `None: signs in with the club code ${club.code.toUpperCase()}`],
      ["Status", staffStateName[person.state]],
      ["Last sign-in", person.lastSignInAt ? day(person.lastSignInAt) : "Never"],
    ] as [label: string, value: string][],
    places: person.places.map(view),
  };
}

type PlaceOnPage = Awaited<ReturnType<typeof viewPersonPage>>["places"][number];

function sinceOf(
  member: Member | undefined,
  invitation: Found["invitations"][number] | undefined,
  day: (moment: string) => string,
): string {
  const until = member && member.status !== "active" ? member.expiresAt : invitation?.expires_at;
  const since = member ? memberSince(member, day) : invitation ? `invited ${day(invitation.invited_at)}` : "";
  return [since, until ? `link valid until ${day(until)}` : ""].filter(Boolean).join(", ");
}

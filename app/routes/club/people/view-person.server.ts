import { staffStateName } from "#app/domain/club/staff/labels.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { adminInvitationAddress } from "#app/domain/control/administrators/admin-invitations.server.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { invitationAddresses } from "#app/journeys/club-events/invitation-address.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import type { loadPerson } from "#app/journeys/people/load-people.server.ts";
import type { Place } from "#app/journeys/people/people.ts";
import { memberSince } from "#app/routes/club/teams/cards.ts";
import { now } from "#app/runtime/clock.server.ts";

type Found = NonNullable<Awaited<ReturnType<typeof loadPerson>>>;

/** A person's page in words. */
export async function viewPersonPage({ control, user, club }: ClubContext, found: Found) {
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
      strong: place.undelivered || place.state === "expired",
      delivery: place.state === "active" ? null : (member?.delivery ?? invitation?.delivery ?? null),
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
    // Somebody else with an account, so that there is a sign-in.
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

export type PlaceOnPage = Awaited<ReturnType<typeof viewPersonPage>>["places"][number];

function sinceOf(
  member: Member | undefined,
  invitation: Found["invitations"][number] | undefined,
  day: (moment: string) => string,
): string {
  const until = member && member.status !== "active" ? member.expiresAt : invitation?.expires_at;
  const since = member ? memberSince(member, day) : invitation ? `invited ${day(invitation.invited_at)}` : "";
  return [since, until ? `link valid until ${day(until)}` : ""].filter(Boolean).join(", ");
}

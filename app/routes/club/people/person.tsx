import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { adminResendSchema } from "#app/domain/club/staff/invitation-form.server.ts";
import { alreadyJoinedLabel, dailyLimitLabel, roleName } from "#app/domain/club/staff/labels.ts";
import { renewAdminInvitation } from "#app/domain/control/administrators/admin-invitations.server.ts";
import { inviteAdminProblemLabels } from "#app/domain/control/administrators/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { loadPerson } from "#app/journeys/people/load-people.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { AdminPlace, TeamPlace } from "./places.tsx";
import { viewPersonPage } from "./view-person.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.name ?? "Person");

/** A person of the club: what they are where, and what an administrator may do about it (product.md#users-and-roles). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const found = await loadPerson(ctx, args.params.personId ?? "");
  if (!found) throw notFound();
  return json(await viewPersonPage(ctx, found));
}

/** Sends the invitation of an administrator again, also to a corrected address. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const found = await loadPerson(ctx, args.params.personId ?? "");
  if (!found) throw notFound();
  const reading = await readForm(args.request, adminResendSchema);
  if (!reading.ok) return reading.answer;
  const { email } = reading.value;
  const back = href("/club/settings", { tab: "users" });
  const invitation = found.person.places.find(({ role, id }) => role === "administrator" && id);
  if (!invitation?.id) return redirectWith(back, alreadyJoinedLabel);
  const result = await renewAdminInvitation(ctx, invitation.id, email);
  if (!result.ok) {
    if (result.problem === "not-found") return redirectWith(back, alreadyJoinedLabel);
    if (result.problem === "daily-limit") return reading.refuse({ "": dailyLimitLabel });
    return reading.refuse({ email: inviteAdminProblemLabels(email)[result.problem] });
  }
  return redirectWith(back, `${roleName.club_admin} invitation sent successfully to ${email}`);
}

export default function PersonPage() {
  const person = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={person.name}
      lead={person.isViewer ? "This is you." : undefined}
      crumbs={[{ label: "Settings", href: href("/club/settings", { tab: "users" }) }, { label: person.name }]}
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

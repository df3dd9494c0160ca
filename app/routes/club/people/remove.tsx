import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { endAdminProblemLabels } from "#app/domain/control/administrators/labels.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { loadPerson, removePerson } from "#app/journeys/people/people.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Remove ${data.name}` : "Remove from the Club");

/** Asks before a person leaves the club with every role and open invitation (product/teams.md#users-and-roles). */
const form = clubForm({
  may: "club.manage",
  find: (ctx, { personId }) => openPerson(ctx, personId),
  change: ({ ctx, found }) => removePerson(ctx, found),
  problems: ({ problem }) => [
    href("/club/settings", { tab: "users" }),
    endAdminProblemLabels[problem],
    "bad",
  ],
  saved: (_, { ctx, found: { accountId, name, email, state } }) => {
    if (accountId === ctx.user.accountId) return "/club/choose?left=true";
    const done =
      state === "active"
        ? `${name || email} is removed and has no access to ${ctx.club.name} any more.`
        : `The invitation of ${name || email} is withdrawn.`;
    return [href("/club/settings", { tab: "users" }), done];
  },
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: person }) => ({
  id: person.id,
  name: person.name || person.email || "",
  joined: person.state === "active",
  isViewer: person.accountId === ctx.user.accountId,
  places: person.places.map(({ title, team }) => (team ? `${title} of ${team.label}` : title)),
  clubName: ctx.club.name,
}));
async function openPerson(ctx: ClubContext, id = "") {
  const found = await loadPerson(ctx, id);
  if (!found || found.person.email === null) throw notFound();
  return found.person;
}

export default function RemovePerson() {
  const { id, name, joined, isViewer, places, clubName } = useLoaderData<typeof loader>();
  const heading = isViewer
    ? "Remove yourself from the club?"
    : joined
      ? `Remove ${name} from the club?`
      : `Withdraw the invitation of ${name}?`;
  return (
    <ConfirmPage
      title={heading}
      crumbs={[
        { label: "Club Settings", href: href("/club/settings", { tab: "users" }) },
        { label: name, href: href("/club/people/:personId", { personId: id }) },
        { label: "Remove" },
      ]}
      submit={isViewer ? "Remove Myself" : joined ? "Remove from the Club" : "Withdraw"}
      look="danger"
      back={href("/club/people/:personId", { personId: id })}
    >
      {isViewer ? (
        <Notice tone="minor" title="This is your own account">
          <p>
            You lose access to {clubName} at once and cannot undo this yourself: another administrator would
            have to invite you again.
          </p>
        </Notice>
      ) : null}
      <p>
        {joined ? "This ends, at once and also in pages that are open:" : "These invitations stop working:"}
      </p>
      <ul>
        {places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
      {joined ? <p>Ratings given before stay, and the account itself stays for other clubs.</p> : null}
    </ConfirmPage>
  );
}

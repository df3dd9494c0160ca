import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { removeChildByHand } from "#app/domain/club/contacts/contacts.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Remove ${data.child}` : "Remove a Child");

/**
 * Asks before a child is removed from a parent; only one of the reader's own teams is found
 * (product/parents.md#contacts).
 */
const form = clubForm({
  may: "agreements.send",
  find: async (ctx, { agreementId, childId }) => {
    const agreement = await openManagedAgreement(ctx, agreementId);
    const child = agreement.children.find(({ id }) => id === childId);
    return child && { agreement, child };
  },
  change: ({ ctx, found: { agreement, child } }) =>
    changeClub(ctx, (tx) =>
      removeChildByHand(tx, agreement.contact.id, child, {
        agreementId: agreement.id,
        by: ctx.user.name,
        at: nowIso(),
      }),
    ),
  saved: (_, { ctx: { user }, found: { agreement, child } }) => [
    // The last child of their teams was the manager's reason to see the parent's page.
    agreement.children.some(({ id, teamId }) => id !== child.id && teamId && managesTeam(user, teamId)) ||
    user.role === "club_admin"
      ? href("/agreements/:agreementId/children", { agreementId: agreement.id })
      : href("/agreements"),
    `${child.name} is removed.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { agreement, child } }) => ({
  id: agreement.id,
  label: parentLabel({ parentName: agreement.contact.name, email: agreement.contact.email }),
  child: child.name,
  team: child.teamName,
}));

export default function RemoveChild() {
  const { id, label, child, team } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId/children", { agreementId: id });
  return (
    <ConfirmPage
      title={`Remove ${child}?`}
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label, href: href("/agreements/:agreementId", { agreementId: id }) },
        { label: "Children", href: back },
        { label: "Remove" },
      ]}
      submit="Remove This Child"
      look="danger"
      back={back}
    >
      <p>
        {child} is taken off your list as a child of {label}
        {team ? ` in ${team}` : ""}. The parent stays, and so does what they signed. The agreement's history
        says who removed the child.
      </p>
    </ConfirmPage>
  );
}

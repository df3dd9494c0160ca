import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { erasePerson } from "#app/domain/club/agreements/erase-person.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Remove a Parent");

/** Asks before a parent is erased; for administrators (product/evidence.md#erasing-parents). */
const form = clubForm({
  may: "club.manage",
  find: (ctx, { agreementId }) => openManagedAgreement(ctx, agreementId),
  change: ({ ctx, found }) =>
    changeClub(ctx, (tx) => erasePerson(tx, found.id, { by: ctx.user.name, at: nowIso() })),
  saved: () => [href("/agreements"), "The parent is removed."],
});
export const action = form.action;
export const loader = form.loader(({ found: { id, contact, status } }) => ({
  id,
  status,
  label: parentLabel({ parentName: contact.name, email: contact.email }),
}));

export default function RemoveParent() {
  const { id, status, label } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  const answered = status === "signed" || status === "declined" || status === "withdrawn";
  return (
    <ConfirmPage
      title={`Remove ${label}?`}
      crumbs={[{ label: "Parents", href: "/agreements" }, { label, href: back }, { label: "Remove" }]}
      submit="Remove This Parent"
      look="danger"
      back={back}
    >
      <p>
        Name, address, children and history of this parent are erased, and the link stops working. This cannot
        be undone.
      </p>
      {answered ? (
        <p>
          The record of the signature stays in your club's evidence, without the person: it proves that an
          agreement was signed, and no longer by whom.
        </p>
      ) : null}
    </ConfirmPage>
  );
}

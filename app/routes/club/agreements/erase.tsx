import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { erasePerson } from "#app/domain/club/agreements/erase-person.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Remove a Parent");

/** Asks before a parent is erased; for administrators (product.md#erasing-parents). */
async function openForErasure(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const agreement = await openManagedAgreement(ctx, args.params.agreementId);
  return { ctx, agreement };
}

export async function loader(args: LoaderFunctionArgs) {
  const { agreement } = await openForErasure(args);
  const { id, contact, status } = agreement;
  return json({ id, status, label: parentLabel({ parentName: contact.name, email: contact.email }) });
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, agreement } = await openForErasure(args);
  await changeClub(ctx, (tx) => erasePerson(tx, agreement.id, { by: ctx.user.name, at: nowIso() }));
  return redirectWith(href("/agreements"), "The parent is removed.");
}

export default function RemoveParent() {
  const { id, status, label } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  const answered = status === "signed" || status === "declined" || status === "withdrawn";
  return (
    <ClubPage
      title={`Remove ${label}?`}
      crumbs={[{ label: "Agreements", href: "/agreements" }, { label, href: back }, { label: "Remove" }]}
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
      <ButtonForm>
        <Buttons>
          <SubmitButton look="danger">Remove This Parent</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </ClubPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import {
  contactVersion,
  correctContact,
  correctContactSchema,
} from "#app/domain/club/contacts/contacts.server.ts";
import { parentFields } from "#app/domain/club/contacts/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openWholeAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Correct Name or Email");

const inputs = inputsOf(parentFields);
const form = clubForm({
  may: "agreements.send",
  schema: correctContactSchema,
  find: (ctx, { agreementId }) => openWholeAgreement(ctx, agreementId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => correctContact(tx, found.contact.id, value, { by: ctx.user.name, at: nowIso() })),
  version: versionBy(contactVersion, parentFields),
  problems: { taken: { email: "Another parent of your club has this address" } },
  saved: ({ addressChanged }, { found }) => [
    href("/agreements/:agreementId", { agreementId: found.id }),
    addressChanged ? "Saved. The link that went to the old address no longer works." : "Saved.",
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { id, contact, status } }) => {
  const { name, email } = contact;
  return {
    id,
    name,
    email,
    label: parentLabel({ parentName: name, email }),
    open: status === "pending" || status === "expired",
    version: contactVersion(contact),
  };
});

export default function CorrectParent() {
  const { id, name, email, label, open, version } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return (
    <ClubPage
      title="Correct Name or Email"
      crumbs={[{ label: "Parents", href: "/agreements" }, { label, href: back }, { label: "Correct" }]}
    >
      <PostForm>
        <Version value={version} />
        {/* A stored address was asked about when it was typed. */}
        <Hidden name="addressTyped" value={email} />
        <TextField {...inputs.name} value={name} autoComplete="off" />
        <TextField
          {...inputs.email}
          type="email"
          value={email}
          autoComplete="off"
          hint={open ? "With another address, the link that went to the old one stops working." : undefined}
        />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

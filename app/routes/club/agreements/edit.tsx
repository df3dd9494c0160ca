import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { contactVersion, correctContactSchema } from "#app/domain/club/contacts/contact-forms.server.ts";
import { correctContact } from "#app/domain/club/contacts/contacts.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Correct Name or Email");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact, status } = await openManagedAgreement(ctx, args.params.agreementId);
  const { name, email } = contact;
  return json({
    id,
    name,
    email,
    label: parentLabel({ parentName: name, email }),
    open: status === "pending" || status === "expired",
    version: contactVersion(contact),
  });
}

/** Corrects a parent's name and address (product.md#contacts). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact } = await openManagedAgreement(ctx, args.params.agreementId);
  const reading = await readForm(args.request, correctContactSchema);
  if (!reading.ok) return reading.answer;
  const { name, email, version } = reading.value;
  if (version !== contactVersion(contact)) {
    return reading.refuseStale({
      version: contactVersion(contact),
      differences: [
        { label: "Parent's name", typed: name, stored: contact.name },
        { label: "Email", typed: email, stored: contact.email },
      ].filter(({ typed, stored }) => typed !== stored),
    });
  }
  const about = { by: ctx.user.name, at: nowIso() };
  const result = await changeClub(ctx, (tx) => correctContact(tx, contact.id, { name, email }, about));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    return reading.refuse({ email: "Another parent of your club has this address" });
  }
  const back = href("/agreements/:agreementId", { agreementId: id });
  return redirectWith(
    back,
    result.addressChanged ? "Saved. The link that went to the old address no longer works." : "Saved.",
  );
}

export default function CorrectParent() {
  const { id, name, email, label, open, version } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return (
    <ClubPage
      title="Correct Name or Email"
      crumbs={[{ label: "Agreements", href: "/agreements" }, { label, href: back }, { label: "Correct" }]}
    >
      <PostForm reply={reply}>
        <Version value={version} />
        <TextField name="name" label="Parent's name" value={name} autoComplete="off" maxLength={120} />
        <TextField
          name="email"
          label="Email"
          type="email"
          value={email}
          autoComplete="off"
          maxLength={254}
          required
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

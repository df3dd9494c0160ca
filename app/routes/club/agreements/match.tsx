import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { matchSchema } from "#app/domain/club/agreements/forms.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { matchAgreement, signerOf } from "#app/domain/club/agreements/match.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openWholeAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Same Person?");

/** Asks about a parent who signed under another name or address than the list has (product.md#evidence). */
const form = clubForm({
  may: "agreements.send",
  schema: matchSchema,
  find: (ctx, { agreementId }) => openWholeAgreement(ctx, agreementId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) =>
      matchAgreement(tx, found.id, { keep: value.keep, by: ctx.user.name, at: nowIso() }),
    ),
  problems: { taken: { keep: "Another parent of your club has the address of the signature" } },
  saved: (_, { found }) => [
    href("/agreements/:agreementId", { agreementId: found.id }),
    "Saved: it is the same person.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: { id, contact, to_match } }) => {
  const signer = to_match === 1 ? await signerOf(ctx.db, id) : null;
  if (!signer) throw redirect(href("/agreements/:agreementId", { agreementId: id }));
  return {
    id,
    label: parentLabel({ parentName: contact.name, email: contact.email }),
    onList: `${contact.name || "Name not known"}, ${contact.email}`,
    signed: `${signer.name}, ${signer.email}`,
  };
});

export default function Match() {
  const { id, label, onList, signed } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return (
    <ClubPage
      title="Is this the same person?"
      crumbs={[
        { label: "Agreements", href: "/agreements" },
        { label, href: back },
        { label: "Same person?" },
      ]}
    >
      <p>
        The agreement was signed under another name or address than your list has. The address on your list
        was told. What was signed stays as it is; choose which name and address your list keeps.
      </p>
      <PostForm>
        <RadioField
          name="keep"
          label="Your list keeps"
          required
          choices={[
            { value: "list", label: "What it has", hint: onList },
            { value: "signed", label: "What was signed", hint: signed },
          ]}
        />
        <Buttons>
          <SubmitButton>It Is the Same Person</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Not now
          </ButtonLink>
        </Buttons>
      </PostForm>
      <p className="muted">
        If it is somebody else, ask both of them: send the agreement again to the right parent, and add the
        other one.
      </p>
    </ClubPage>
  );
}

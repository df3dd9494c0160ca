import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { matchSchema } from "#app/domain/club/agreements/club-forms.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { matchAgreement, signerOf } from "#app/domain/club/agreements/match.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Same Person?");

/** Asks about a parent who signed under another name or address than the list has (product.md#evidence). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact, to_match } = await openManagedAgreement(ctx, args.params.agreementId);
  const signer = to_match === 1 ? await signerOf(ctx.db, id) : null;
  if (!signer) return redirect(href("/agreements/:agreementId", { agreementId: id }));
  return json({
    id,
    label: parentLabel({ parentName: contact.name, email: contact.email }),
    onList: `${contact.name || "Name not known"}, ${contact.email}`,
    signed: `${signer.name}, ${signer.email}`,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id } = await openManagedAgreement(ctx, args.params.agreementId);
  const reading = await readForm(args.request, matchSchema);
  if (!reading.ok) return reading.answer;
  const { keep } = reading.value;
  const about = { keep, by: ctx.user.name, at: nowIso() };
  const result = await changeClub(ctx, (tx) => matchAgreement(tx, id, about));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    return reading.refuse({ keep: "Another parent of your club has the address of the signature" });
  }
  return redirectWith(href("/agreements/:agreementId", { agreementId: id }), "Saved: it is the same person.");
}

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

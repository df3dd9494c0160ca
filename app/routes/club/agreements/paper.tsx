import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { paperSchema } from "#app/domain/club/agreements/club-forms.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { recordPaperSignature } from "#app/domain/club/agreements/sign.server.ts";
import { agreementCatalogue, agreementLanguages } from "#app/domain/values/agreement-text/catalogue.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Signed on Paper");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact, children, status } = await openManagedAgreement(ctx, args.params.agreementId);
  if (status === "signed") return redirect(href("/agreements/:agreementId", { agreementId: id }));
  return json({
    id,
    label: parentLabel({ parentName: contact.name, email: contact.email }),
    name: contact.name,
    players: [...new Set(children.map(({ name }) => name))].join(", "),
    today: dateAt(now(), ctx.club.timezone),
    language: contact.language,
    languages: agreementLanguages.map((value) => ({ value, label: agreementCatalogue(value).name })),
  });
}

/** Records a signature on paper as such, with who entered it (product.md#evidence). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id } = await openManagedAgreement(ctx, args.params.agreementId);
  const reading = await readForm(args.request, paperSchema);
  if (!reading.ok) return reading.answer;
  if (reading.value.signedOn > dateAt(now(), ctx.club.timezone))
    return reading.refuse({ signedOn: "This date is in the future" });
  const input = { ...reading.value, agreementId: id, enteredBy: ctx.user.name, at: nowIso() };
  const result = await changeClub(ctx, (tx) => recordPaperSignature(tx, input));
  if (!result.ok && result.problem === "not-found") throw notFound();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return result.ok
    ? redirectWith(back, "Recorded as signed on paper. Keep the paper.")
    : redirectWith(back, "This agreement is signed already.");
}

export default function Paper() {
  const data = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: data.id });
  return (
    <ClubPage
      title="Signed on Paper"
      lead="For a parent who signed the printed agreement. The record says that you entered it, and you keep the paper."
      crumbs={[
        { label: "Agreements", href: "/agreements" },
        { label: data.label, href: back },
        { label: "Signed on paper" },
      ]}
    >
      <PostForm>
        <TextField
          name="name"
          label="Name on the paper"
          value={data.name}
          autoComplete="off"
          maxLength={120}
          required
        />
        <TextField
          name="players"
          label="Players on the paper"
          value={data.players}
          autoComplete="off"
          maxLength={400}
          required
          hint="Names or initials, as the parent wrote them."
        />
        <TextField
          name="signedOn"
          label="Date on the paper"
          type="date"
          value={data.today}
          width="medium"
          required
        />
        <SelectField
          name="language"
          label="Language of the paper"
          value={data.language}
          required
          choices={data.languages}
        />
        <Buttons>
          <SubmitButton>Record the Signature</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}

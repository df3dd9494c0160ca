import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { paperFields } from "#app/domain/club/agreements/fields.ts";
import { paperSchema } from "#app/domain/club/agreements/forms.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { recordPaperSignature } from "#app/domain/club/agreements/sign.server.ts";
import { agreementCatalogue, agreementLanguages } from "#app/domain/values/agreement-text/catalogue.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Signed on Paper");

const inputs = inputsOf(paperFields);
const form = clubForm({
  may: "agreements.send",
  schema: paperSchema,
  find: (ctx, { agreementId }) => openManagedAgreement(ctx, agreementId),
  change: async ({ ctx, found, value }) => {
    if (value.signedOn > dateAt(now(), ctx.club.timezone)) return { ok: false, problem: "future" } as const;
    const input = { ...value, agreementId: found.id, enteredBy: ctx.user.name, at: nowIso() };
    return changeClub(ctx, (tx) => recordPaperSignature(tx, input));
  },
  problems: ({ problem }, { found }) =>
    problem === "future"
      ? { signedOn: "This date is in the future" }
      : [href("/agreements/:agreementId", { agreementId: found.id }), "This agreement is signed already."],
  saved: (_, { found }) => [
    href("/agreements/:agreementId", { agreementId: found.id }),
    "Recorded as signed on paper. Keep the paper.",
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: { id, contact, children, status } }) => {
  if (status === "signed") throw redirect(href("/agreements/:agreementId", { agreementId: id }));
  return {
    id,
    label: parentLabel({ parentName: contact.name, email: contact.email }),
    name: contact.name,
    players: [...new Set(children.map(({ name }) => name))].join(", "),
    today: dateAt(now(), ctx.club.timezone),
    language: contact.language,
    languages: agreementLanguages.map((value) => ({ value, label: agreementCatalogue(value).name })),
  };
});

export default function Paper() {
  const data = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: data.id });
  return (
    <ClubPage
      title="Signed on Paper"
      lead="For a parent who signed the printed agreement. The record says that you entered it, and you keep the paper."
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label: data.label, href: back },
        { label: "Signed on paper" },
      ]}
    >
      <PostForm>
        <TextField {...inputs.name} value={data.name} autoComplete="off" />
        <TextField
          {...inputs.players}
          value={data.players}
          autoComplete="off"
          hint="Names or initials, as the parent wrote them."
        />
        <TextField {...inputs.signedOn} type="date" value={data.today} width="medium" />
        <SelectField {...inputs.language} value={data.language} choices={data.languages} />
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

import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { matchSchema } from "#app/domain/club/agreements/forms.server.ts";
import { giveToSigner } from "#app/domain/club/agreements/give-to-signer.server.ts";
import { parentLabel } from "#app/domain/club/agreements/labels.ts";
import { matchAgreement, signerOf } from "#app/domain/club/agreements/match.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openWholeAgreement } from "./open-agreement.server.ts";

export const meta = () => title("Same Person?");

/** Asks about a parent who signed under another name or address than on the list (product/evidence.md#evidence). */
const form = clubForm({
  may: "agreements.send",
  schema: matchSchema,
  find: (ctx, { agreementId }) => openWholeAgreement(ctx, agreementId),
  change: async ({ ctx, found, value: { keep, onList } }) => {
    const about = { by: ctx.user.name, at: nowIso() };
    if (keep !== "else")
      return changeClub(ctx, async (tx) => {
        const matched = await matchAgreement(tx, found.id, { keep, ...about });
        return matched.ok ? { ok: true, agreementId: found.id } : matched;
      });
    return changeClub(ctx, (tx) => giveToSigner(tx, found.id, { ...about, onList }));
  },
  problems: { taken: { keep: "Another parent of your club has the address of the signature" } },
  saved: ({ agreementId }, { value }) => [
    href("/agreements/:agreementId", { agreementId }),
    value.keep === "else"
      ? "Saved: somebody else signed. This parent is asked again, with a new link."
      : "Saved: it is the same person.",
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
    signature: signer.signature,
  };
});

export default function Match() {
  const { id, label, onList, signed, signature } = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: id });
  return (
    <ClubPage
      title="Is this the same person?"
      crumbs={[{ label: "Parents", href: "/agreements" }, { label, href: back }, { label: "Same person?" }]}
    >
      <p>
        The agreement was signed under another name, address or signature than your list has. The address on
        your list was told. What was signed stays as it is; choose which name and address your list keeps.
      </p>
      <Facts
        facts={[
          ["Your list has", onList],
          ["Signed by", signed],
          ["Signature", signature],
        ]}
      />
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
      <section>
        <h2>Or somebody else signed</h2>
        <p>
          A forwarded link, for example. The record then belongs to who signed, {signed}: they get the copy
          again, with a link of their own. The parent on your list, {onList}, is pending again and is mailed a
          new link; links sent before stop working.
        </p>
        <ButtonForm>
          <Hidden name="keep" value="else" />
          <label className="choice">
            <input type="checkbox" name="onList" value="on" />{" "}
            <span>Also add who signed, {signed}, to your list</span>
          </label>
          <Buttons>
            <SubmitButton look="secondary">It Is Somebody Else</SubmitButton>
          </Buttons>
        </ButtonForm>
      </section>
    </ClubPage>
  );
}

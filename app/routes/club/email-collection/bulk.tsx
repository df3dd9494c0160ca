import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { FileField, TextArea } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { addBulk } from "./add-bulk.server.ts";

export const meta = () => title("Bulk Entry");

export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "contacts.import");
  return json(null);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const result = await addBulk(ctx, args.request);
  return result.ok ? redirectWith(href("/agreements"), result.summary) : result.answer;
}

export default function Bulk() {
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Bulk Entry"
      lead="Email addresses only, from a CSV file or typed in. Names and children can follow later."
      crumbs={[{ label: "Email Collection", href: "/email-collection" }, { label: "Bulk Entry" }]}
    >
      {reply?.summary ? (
        <Notice tone="good">
          <p role="status">{reply.summary}</p>
        </Notice>
      ) : null}
      <PostForm encType="multipart/form-data">
        <TextArea
          name="emails"
          label="Email addresses"
          rows={10}
          hint="One a line, or with commas or semicolons between them. 'Ann Cole <ann@home.example>' works, too."
        />
        <FileField
          name="file"
          label="Or a CSV file of addresses"
          hint="At most 1 MB. It is not kept. With names, children and teams, use the import on the page before."
          accept=".csv,.txt,text/csv,text/plain"
        />
        <Buttons>
          <SubmitButton>Add Addresses</SubmitButton>
          <ButtonLink href={href("/email-collection")} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
      {reply?.rejected && reply.rejected > 0 ? (
        <p>
          {pluralize(reply.rejected, "entry", "entries")} in the field above: correct what is an address, and
          delete the rest.
        </p>
      ) : null}
    </ClubPage>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { templateColumns } from "#app/domain/club/contacts-import/contact-columns.ts";
import { contactsProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { listImports } from "#app/domain/club/imports/imports.server.ts";
import { progressOfClub } from "#app/domain/control/imports/import-progress.server.ts";
import { contactImports } from "#app/journeys/imports/imports.server.ts";
import { startPreview } from "#app/journeys/imports/start-import.server.ts";
import { ParentsNav } from "#app/routes/club/agreements/parents-nav.tsx";
import { ImportList, listData } from "#app/routes/club/imports/import-list.tsx";
import { MAX_MB } from "#app/routes/club/imports/limits.ts";
import { uploadImport } from "#app/routes/club/imports/upload.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { FileField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Data Import");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const [imports, progress] = await Promise.all([
    listImports(ctx.db, "contacts"),
    progressOfClub(ctx.control, ctx.club.code),
  ]);
  const of = { subject: "contacts", progress, timezone: ctx.club.timezone, at: now() } as const;
  return { imports: imports.map((row) => listData(row, of)) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  return uploadImport(ctx, args.request, {
    subject: "contacts",
    what: "contact list",
    pastedName: "Pasted contacts",
    preview: contactImports.preview,
    start: (ctx, file, id) =>
      startPreview(ctx, file, { subject: "contacts", id, problemLabel: contactsProblemLabel }),
    problemLabel: contactsProblemLabel,
  });
}

export default function AdvancedImport() {
  const { imports } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Data Import"
      crumbs={[{ label: "Parents", href: "/agreements" }]}
      lead="Parents and their children, from the file you have; it creates the teams that you lack. You see what it would do before anything changes."
      actions={<ButtonLink href="/schedule/import">Import Games Instead</ButtonLink>}
    >
      <ParentsNav />
      <div className="beside">
        <div>
          <ContactsUpload />
        </div>
        <ContactsHelp />
      </div>
      <h2>Earlier imports of contacts</h2>
      <ImportList subject="contacts" imports={imports} />
      <p>
        <a href="/schedule/imports">Imports of games</a>
      </p>
    </ClubPage>
  );
}

export function ContactsUpload() {
  return (
    <PostForm encType="multipart/form-data">
      <FileField
        name="file"
        label="Contacts file"
        required
        hint={`CSV, Excel (.xlsx) or contact cards (.vcf), at most ${MAX_MB} MB`}
        accept=".csv,.tsv,.txt,.xlsx,.vcf,text/vcard,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      <TextArea
        name="pasted"
        label="Or paste rows from a spreadsheet"
        rows={5}
        hint="With their header row, or in the order of the template"
      />
      <Buttons>
        <SubmitButton>Preview Import</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

export function ContactsHelp() {
  return (
    <Card title="What the file can look like">
      <p>
        Exports of SportsEngine, Sports Connect, PlayMetrics, TeamSnap, GotSport, Google Contacts and Outlook
        work without changes, and so do the contact cards (.vcf) of phones and iCloud. Your own file needs a
        column with the parents' email addresses; the template has <code>{templateColumns.join(", ")}</code>.
      </p>
      <p>
        <a href="/advanced-import/template.csv">Download the template</a>
      </p>
      <p>Nobody is sent anything by an import: you send the agreements when you are ready.</p>
      <details>
        <summary>Several people in a cell, and what is not kept</summary>
        <p>
          Both parents of a row are added, each once, with all their children. A cell may hold several people:
          "Anna & David Müller", "Ava, Ben & Cleo", two addresses. The preview shows how it was read. A
          player's own address is never used. Of a birth date we keep the age group only; columns we do not
          need are not kept, and the file itself is deleted once it is imported, and after a day at the
          latest.
        </p>
        <p>Importing the same file again changes nothing.</p>
      </details>
    </Card>
  );
}

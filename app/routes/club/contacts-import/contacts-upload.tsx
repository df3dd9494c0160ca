import { templateColumns } from "#app/domain/club/contacts-import/contact-fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { MAX_MB } from "#app/routes/club/imports/limits.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { FileField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

export function ContactsUpload({ reply }: { reply: FormReply | undefined }) {
  return (
    <PostForm reply={reply} encType="multipart/form-data">
      <FileField
        name="file"
        label="Contacts file"
        required
        hint={`CSV or Excel (.xlsx), at most ${MAX_MB} MB`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
        work without changes. Your own file needs a column with the parents' email addresses; the template has{" "}
        <code>{templateColumns.join(", ")}</code>.
      </p>
      <p>
        <a href="/advanced-import/template.csv">Download the template</a>
      </p>
      <p>
        Both parents of a row are added, each once, with all their children. A player's own address is never
        used. Of a birth date we keep the age group only; columns we do not need are not kept, and the file
        itself is deleted once it is imported, and after a day at the latest.
      </p>
      <p>
        Importing the same file again changes nothing. Nobody is sent anything by an import: you send the
        agreements when you are ready.
      </p>
    </Card>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { contactsProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { listImports } from "#app/domain/club/imports/imports.server.ts";
import { progressOfClub } from "#app/domain/control/imports/import-progress.server.ts";
import { contactImports } from "#app/journeys/imports/imports.server.ts";
import { ImportList } from "#app/routes/club/imports/import-list.tsx";
import { listData } from "#app/routes/club/imports/list-data.ts";
import { uploadImport } from "#app/routes/club/imports/upload.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ContactsHelp, ContactsUpload } from "./contacts-upload.tsx";

export const meta = () => title("Data Import");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const [imports, progress] = await Promise.all([
    listImports(ctx.db, "contacts"),
    progressOfClub(ctx.control, ctx.club.code),
  ]);
  const of = { subject: "contacts", progress, timezone: ctx.club.timezone } as const;
  return json({ imports: imports.map((row) => listData(row, of)) });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  return uploadImport(ctx, args.request, {
    subject: "contacts",
    what: "contact list",
    pastedName: "Pasted contacts",
    preview: contactImports.preview,
    problemLabel: contactsProblemLabel,
  });
}

export default function AdvancedImport() {
  const { imports } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Data Import"
      lead="Parents and their children, from the file you have. You see what it would do before anything changes."
      actions={<ButtonLink href="/schedule/import">Import Games Instead</ButtonLink>}
    >
      <div className="beside">
        <div>
          <ContactsUpload reply={reply} />
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

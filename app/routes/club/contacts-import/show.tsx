import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { contactsUndoProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { stoppedLabel } from "#app/domain/club/imports/labels.ts";
import { progressOf } from "#app/domain/control/imports/import-progress.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { FinishedImport } from "#app/routes/club/imports/finished-import.tsx";
import { importPages } from "#app/routes/club/imports/import-pages.ts";
import { RUNNING, RunningImport } from "#app/routes/club/imports/running.tsx";
import { runningImport } from "#app/routes/club/imports/running-data.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireContactsImport } from "./open-import.server.ts";
import { ContactsPreview } from "./preview.tsx";
import { contactsPreviewData } from "./preview-data.ts";

const PREVIEW = "Preview of the import";
const DONE = "Imported contacts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data && "running" in data ? RUNNING : data && "preview" in data ? PREVIEW : DONE);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const importId = args.params.importId ?? "";
  const progress = await progressOf(ctx.control, importId);
  if (progress?.state === "running") {
    const running = await runningImport(ctx, "contacts", progress);
    if (running) return json({ about: running.about, running: running.running });
  }
  const opened = await requireContactsImport(ctx, importId);
  const { found } = opened;
  const about = {
    id: found.id,
    fileName: found.file_name,
    by: found.created_by,
    at: formatMoment(found.finished_at ?? found.created_at, ctx.club.timezone),
  };
  if (opened.state === "preview") {
    const step = opened.summary.next;
    // Where the user is asked first.
    if (step === "columns") throw redirect(href("/advanced-import/:importId/columns", { importId }));
    if (step === "teams") throw redirect(href("/advanced-import/:importId/teams", { importId }));
    const stopped = progress?.state === "stopped" ? stoppedLabel(progress.problem, "contacts") : null;
    return json({ about, preview: contactsPreviewData(opened.summary), stopped });
  }
  const { status, added, changed, unchanged, skipped } = found;
  const why =
    opened.undo.ok || opened.undo.problem === "closed" ? null : contactsUndoProblemLabel(opened.undo);
  return json({
    about,
    done: { undone: status === "undone", added, changed, unchanged, skipped, canUndo: opened.undo.ok, why },
  });
}

export default function ShowContactsImport() {
  const data = useLoaderData<typeof loader>();
  if ("running" in data)
    return <RunningImport subject="contacts" about={data.about} running={data.running} />;
  const { about } = data;
  const preview = "preview" in data ? data : null;
  return (
    <ClubPage
      title={preview ? PREVIEW : DONE}
      lead={
        preview
          ? `Nothing has changed yet. This is what "${about.fileName}" would do to your contacts.`
          : `What "${about.fileName}" did to your contacts.`
      }
      crumbs={[...importPages.contacts.crumbs]}
    >
      {preview?.stopped ? (
        <Notice tone="bad" title="The import stopped">
          <p>{preview.stopped}</p>
        </Notice>
      ) : null}
      {preview ? <ContactsPreview id={about.id} preview={preview.preview} /> : null}
      {"done" in data ? <FinishedImport subject="contacts" about={about} done={data.done} /> : null}
    </ClubPage>
  );
}

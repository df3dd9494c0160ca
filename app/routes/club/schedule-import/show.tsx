import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { stoppedLabel } from "#app/domain/club/imports/labels.ts";
import { undoProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { progressOf } from "#app/domain/control/imports/import-progress.server.ts";
import { dateAt, formatMoment } from "#app/domain/values/times.ts";
import { FinishedImport } from "#app/routes/club/imports/finished-import.tsx";
import { RUNNING, RunningImport } from "#app/routes/club/imports/running.tsx";
import { runningImport } from "#app/routes/club/imports/running-data.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireImport } from "./open-import.server.ts";
import { Preview } from "./preview/preview.tsx";
import { previewData } from "./preview/preview-data.ts";

const PREVIEW = "Preview of the import";
const DONE = "Imported schedule";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data && "running" in data ? RUNNING : data && "preview" in data ? PREVIEW : DONE);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const importId = args.params.importId ?? "";
  const progress = await progressOf(ctx.control, importId);
  if (progress?.state === "running") {
    const running = await runningImport(ctx, "games", progress);
    if (running) return json({ about: running.about, running: running.running });
  }
  const opened = await requireImport(ctx, importId);
  const { found } = opened;
  const about = {
    id: found.id,
    fileName: found.file_name,
    by: found.created_by,
    at: formatMoment(found.finished_at ?? found.created_at, ctx.club.timezone),
  };
  if (opened.state === "preview") {
    const step = opened.summary.next;
    if (step !== "preview") throw redirect(stepAddress(step, found.id));
    const stopped = progress?.state === "stopped" ? stoppedLabel(progress.problem, "games") : null;
    const preview = previewData(opened.summary, dateAt(now(), ctx.club.timezone));
    return json({ about, preview, stopped });
  }
  const { status, added, changed, unchanged, skipped } = found;
  const why = opened.undo.ok || opened.undo.problem === "closed" ? null : undoProblemLabel(opened.undo);
  return json({
    about,
    done: { undone: status === "undone", added, changed, unchanged, skipped, canUndo: opened.undo.ok, why },
  });
}

/** Where the user is asked first: without an answer no row of the file could be imported. */
const stepAddress = (step: "club" | "teams", importId: string) =>
  step === "club"
    ? href("/schedule/imports/:importId/club", { importId })
    : href("/schedule/imports/:importId/teams", { importId });

export default function ShowImport() {
  const data = useLoaderData<typeof loader>();
  if ("running" in data) return <RunningImport subject="games" about={data.about} running={data.running} />;
  const { about } = data;
  const preview = "preview" in data ? data : null;
  return (
    <ClubPage
      title={preview ? PREVIEW : DONE}
      lead={
        preview
          ? `Nothing has changed yet. This is what "${about.fileName}" would do to your schedule.`
          : `What "${about.fileName}" did to your schedule.`
      }
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Import", href: "/schedule/import" },
      ]}
    >
      {preview?.stopped ? (
        <Notice tone="bad" title="The import stopped">
          <p>{preview.stopped}</p>
        </Notice>
      ) : null}
      {preview ? <Preview id={about.id} preview={preview.preview} /> : null}
      {"done" in data ? <FinishedImport subject="games" about={about} done={data.done} /> : null}
    </ClubPage>
  );
}

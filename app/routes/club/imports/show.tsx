import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { importStages, previewStages } from "#app/domain/club/imports/import-subject.ts";
import { findImportHead } from "#app/domain/club/imports/imports.server.ts";
import { stepLabel, stoppedLabel } from "#app/domain/club/imports/labels.ts";
import {
  type ImportProgress,
  type ImportStep,
  progressOf,
} from "#app/domain/control/imports/import-progress.server.ts";
import { dateAt, formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { ContactsPreview } from "./contacts-preview.tsx";
import { contactsPreviewData } from "./contacts-preview-data.ts";
import { GamesPreview } from "./games-preview.tsx";
import { gamesPreviewData } from "./games-preview-data.ts";
import { openOrReading, requireImporter, whyNoUndo } from "./open-import.server.ts";
import { importPages, type Subject } from "./subjects.ts";

const RUNNING = "Importing";
const PREVIEW = "Preview of the import";

export const handle = { extra: "import" };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(
    data && "running" in data
      ? RUNNING
      : data && ("preview" in data || "reading" in data || "unread" in data)
        ? PREVIEW
        : importPages[data?.subject ?? "games"].done,
  );

export async function loader(args: LoaderFunctionArgs) {
  const importer = await requireImporter(args);
  const { ctx, subject, importId } = importer;
  const { timezone } = ctx.club;
  const known = await progressOf(ctx.control, importId);
  const head = await findImportHead(ctx.db, importId);
  if (known?.stage === "file" && known.clubCode === ctx.club.code && !head) {
    const about = { id: importId, fileName: null };
    if (known.state === "running") return { subject, ...readingPreview(about, { ...known, subject }) };
    return { subject, about, unread: stoppedLabel(known.problem, subject) };
  }
  const progress = known?.stage === "file" ? null : known;
  if (progress?.state === "running") {
    const running = await runningImport(ctx, subject, progress);
    if (running) return { subject, ...running };
  }
  const opened = await openOrReading(importer);
  if (opened.state === "reading") {
    const about = { id: importId, fileName: head?.file_name ?? null };
    return { subject, ...readingPreview(about, { ...opened.step, subject }) };
  }
  const { found } = opened;
  const about = {
    id: found.id,
    fileName: found.file_name,
    by: found.created_by,
    at: formatMoment(found.finished_at ?? found.created_at, timezone),
  };
  if (opened.state === "finished") {
    const { undo } = opened;
    const { status, added, changed, unchanged, skipped } = found;
    const why = undo.ok || undo.problem === "closed" ? null : whyNoUndo(undo);
    const done = { undone: status === "undone", added, changed, unchanged, skipped, canUndo: undo.ok, why };
    return { subject, about, done };
  }
  const step = opened.summary.next;
  // The question comes first: without an answer no row of the file could be imported.
  if (step !== "preview") throw redirect(`${importPages[subject].show(found.id)}/${step}`);
  const stopped = progress?.state === "stopped" ? stoppedLabel(progress.problem, subject) : null;
  const preview =
    opened.subject === "games"
      ? { games: gamesPreviewData(opened.summary, dateAt(now(), timezone)) }
      : { contacts: contactsPreviewData(opened.summary) };
  return { subject, about, preview, stopped };
}

/** Describes a large preview in progress. A file that is still being read has no name yet. */
const readingPreview = (
  about: { id: string; fileName: string | null },
  step: ImportStep & { subject: Subject },
) => ({
  about,
  reading: {
    step: (previewStages as readonly string[]).indexOf(step.stage) + 1,
    steps: previewStages.length,
    label: stepLabel(step, step.subject),
    done: step.done,
    total: step.total,
  },
});

/** Returns a running import as its page shows it; null once it is done, or if it is another club's. */
async function runningImport(
  { db, club }: ClubContext,
  subject: Subject,
  progress: Extract<ImportProgress, { state: "running" }>,
) {
  const found = await findImportHead(db, progress.importId);
  if (found?.subject !== subject || found.status !== "preview") return null;
  const { stage, done, total, by, since } = progress;
  return {
    about: { id: found.id, fileName: found.file_name },
    running: {
      step: (importStages as readonly string[]).indexOf(stage) + 1,
      steps: importStages.length,
      label: stepLabel(progress, subject),
      done,
      total,
      by,
      since: formatMoment(since, club.timezone),
    },
  };
}

export default function ShowImport() {
  const data = useLoaderData<typeof loader>();
  if ("running" in data) return <RunningImport {...data} />;
  if ("reading" in data) return <ReadingPreview {...data} />;
  if ("unread" in data) return <UnreadFile {...data} />;
  const { subject, about } = data;
  const pages = importPages[subject];
  const preview = "preview" in data ? data : null;
  return (
    <ClubPage
      title={preview ? PREVIEW : pages.done}
      lead={
        preview
          ? `Nothing has changed yet. This is what "${about.fileName}" would do to ${pages.all}.`
          : `What "${about.fileName}" did to ${pages.all}.`
      }
      crumbs={[...pages.crumbs]}
    >
      {preview?.stopped ? (
        <Notice tone="bad" title="The import stopped">
          <p>{preview.stopped}</p>
        </Notice>
      ) : null}
      {preview ? (
        "games" in preview.preview ? (
          <GamesPreview id={about.id} preview={preview.preview.games} />
        ) : (
          <ContactsPreview id={about.id} preview={preview.preview.contacts} />
        )
      ) : null}
      {"done" in data ? <FinishedImport {...data} /> : null}
    </ClubPage>
  );
}

/** Shows the progress of a large preview; the page links to itself. */
function ReadingPreview(props: ReturnType<typeof readingPreview> & { subject: Subject }) {
  const { subject, about, reading } = props;
  const pages = importPages[subject];
  return (
    <ClubPage
      title={PREVIEW}
      lead={`${about.fileName ? `"${about.fileName}"` : "The file"} is large: it is being read and compared. Nothing has changed yet.`}
      crumbs={[...pages.crumbs]}
    >
      <Step {...reading}>It goes on if you leave this page, and its preview is under your imports.</Step>
      <HowFar subject={subject} id={about.id} />
    </ClubPage>
  );
}

/** Explains why a large file has no preview, in the words of the form for a small one. */
function UnreadFile({ subject, unread }: { subject: Subject; unread: string }) {
  const pages = importPages[subject];
  return (
    <ClubPage title={PREVIEW} lead="There is no preview of this file." crumbs={[...pages.crumbs]}>
      <Notice tone="bad" title="The file could not be read">
        <p>{unread}</p>
      </Notice>
      <Buttons>
        <ButtonLink href={pages.start} look="primary">
          Choose a file again
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}

/** Shows one step of a large file's import. */
function Step(props: {
  step: number;
  steps: number;
  label: string;
  done: number;
  total: number;
  children: ReactNode;
}) {
  const { step, steps, label, done, total, children } = props;
  return (
    <Card title={`Step ${step} of ${steps}`}>
      <p id="step">{label}</p>
      <progress aria-labelledby="step" value={total > 0 ? done : undefined} max={Math.max(total, 1)} />
      <p className="muted">{children}</p>
    </Card>
  );
}

/** Links the page to itself: pages never reload automatically. */
function HowFar({ subject, id }: { subject: Subject; id: string }) {
  const pages = importPages[subject];
  return (
    <Buttons>
      <ButtonLink href={pages.show(id)} look="primary">
        See how far it is
      </ButtonLink>
      <ButtonLink href={pages.list} look="quiet">
        All imports
      </ButtonLink>
    </Buttons>
  );
}

/** Shows the progress of a large import at the time of loading; the page links to itself. */
function RunningImport(props: NonNullable<Awaited<ReturnType<typeof runningImport>>> & { subject: Subject }) {
  const { subject, about, running } = props;
  const pages = importPages[subject];
  return (
    <ClubPage
      title={RUNNING}
      lead={`The ${subject} of "${about.fileName}" are being imported. It goes on if you leave this page.`}
      crumbs={[...pages.crumbs]}
    >
      <Step {...running}>
        Started by {running.by} on {running.since}.{" "}
        {subject === "games" ? "Nothing is on your schedule" : "No contact is added"} before the last step is
        complete.
      </Step>
      <HowFar subject={subject} id={about.id} />
    </ClubPage>
  );
}

interface FinishedData {
  undone: boolean;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  canUndo: boolean;
  /** Reason why it cannot be undone any more. */
  why: string | null;
}

/** Sums up a finished import, with the link to undo it. */
function FinishedImport(props: {
  subject: Subject;
  about: { id: string; by: string; at: string };
  done: FinishedData;
}) {
  const { subject, about, done } = props;
  const pages = importPages[subject];
  const things = subject === "games" ? "Games" : "Contacts";
  return (
    <>
      {done.undone ? (
        <Notice tone="minor" title="This import is undone">
          <p>{pages.undone}</p>
        </Notice>
      ) : null}
      <Stats>
        <Stat label={`${things} added`} value={done.added} />
        <Stat label={`${things} changed`} value={done.changed} />
        <Stat label="Unchanged" value={done.unchanged} />
        <Stat label="Rows not imported" value={done.skipped} />
      </Stats>
      <p className="muted">
        Imported by {about.by} on {about.at}. The file itself is not kept.
      </p>
      {done.why ? <p className="muted">{done.why}.</p> : null}
      <Buttons>
        <ButtonLink href={pages.see.href} look="primary">
          {pages.see.label}
        </ButtonLink>
        <ButtonLink href={pages.start}>Import another file</ButtonLink>
        {done.canUndo ? (
          <ButtonLink href={pages.undo(about.id)} look="quiet">
            Undo this import
          </ButtonLink>
        ) : null}
        {pages.list === pages.start ? null : (
          <ButtonLink href={pages.list} look="quiet">
            All imports
          </ButtonLink>
        )}
      </Buttons>
    </>
  );
}

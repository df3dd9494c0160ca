import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import {
  BUSY,
  CHOOSE_FILE,
  TOO_LARGE,
  TOO_MANY_CHECKS,
  unreadableLabel,
} from "#app/domain/club/evidence/labels.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readUpload } from "#app/forms/read-upload.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { checkEvidence, mayCheckAnother } from "#app/journeys/evidence/check-evidence.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { FileField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { Report, type ReportPage, reportPage } from "./report.tsx";

const MAX_BYTES = 50 * 1024 * 1024;

export const meta = () =>
  title(
    "Check a signed agreement",
    "Shows whether a signed sideline agreement, or a club's whole record of them, is whole and unchanged.",
  );

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  return null;
}

/** Answers with the result itself; nothing is stored. */
export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  // Refused before the body is read: the form has no field to keep.
  if (!(await mayUse("evidence-check-client", client.ip))) {
    note(THROTTLED);
    return refuse(TOO_MANY_CHECKS, 429);
  }
  if (!mayCheckAnother()) return refuse(BUSY, 503);
  const { request } = args;
  const upload = await readUpload(request, { name: "file", maxBytes: MAX_BYTES, maxText: 0, store: true });
  if (!upload.ok) {
    const tooLarge = upload.problem === "too-large";
    return refuse(tooLarge ? TOO_LARGE : CHOOSE_FILE, tooLarge ? 413 : 422);
  }
  try {
    if (upload.noRoom) return refuse(BUSY, 503);
    if (!upload.file || upload.file.size === 0) return refuse(CHOOSE_FILE, 422);
    const checked = await checkEvidence(control, upload.file.path, request.signal);
    if (checked.ok) return json<Answer>({ reply: null, report: reportPage(checked) });
    if (checked.problem === "busy") return refuse(BUSY, 503);
    return refuse(unreadableLabel[checked.problem], 422);
  } finally {
    await upload.discard();
  }
}

interface Answer {
  reply: FormReply | null;
  report: ReportPage | null;
}

const refuse = (message: string, status: number) =>
  json<Answer>({ reply: { values: {}, errors: { file: message } }, report: null }, { status });

export default function VerifyAgreements() {
  const answer = useActionData<typeof action>();
  return (
    <SitePage
      title="Check a signed agreement"
      lead="Choose an exported record or the PDF copy of a signed agreement. You are told whether it is whole, and what it proves."
    >
      {answer?.report ? <Report report={answer.report} /> : null}
      <VerifyForm reply={answer?.reply ?? undefined} again={Boolean(answer?.report)} />
      <Explanation />
    </SitePage>
  );
}

function VerifyForm({ reply, again }: { reply: FormReply | undefined; again: boolean }) {
  return (
    <PostForm reply={reply} encType="multipart/form-data">
      <FileField
        name="file"
        label={again ? "Another file" : "File"}
        required
        hint="An export (.json) or a PDF copy, at most 50 MB. You can drop it here."
        accept=".json,.pdf,application/json,application/pdf"
      />
      <Buttons>
        <SubmitButton>Check the File</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

/** Explains what the check covers, and what it cannot know. */
function Explanation() {
  return (
    <section className="prose">
      <h2>How it works</h2>
      <p>
        Every signature is a record that names the text that was shown, the person who signed and the record
        before it, each by a fingerprint (SHA-256). Whoever changes a letter, removes a record or moves one
        breaks a fingerprint, and this page names the record.
      </p>
      <p>
        You need no account. Your file is deleted as soon as it is checked. You can also check it without us:
        an export says in its first lines how, with tools that every Linux computer has.
      </p>
      <p>
        A file that somebody made up from beginning to end is whole in itself. Compare its fingerprint with
        your own copy, or ask the club for a new export: the newest one matches what Goodside has on record,
        and this page says so.
      </p>
    </section>
  );
}

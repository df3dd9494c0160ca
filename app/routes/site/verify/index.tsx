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
import { mayCheckEvidence, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readUpload } from "#app/forms/read-upload.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { checkEvidence, withCheckSlot } from "#app/journeys/evidence/check-evidence.server.ts";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { Explanation } from "./explanation.tsx";
import { Report } from "./report.tsx";
import { type ReportPage, reportPage } from "./report-page.ts";
import { VerifyForm } from "./verify-form.tsx";

const MAX_BYTES = 50 * 1024 * 1024;

export const meta = () => title("Check a signed agreement");

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  return json(null);
}

/** Answers with the result itself: nothing is stored that another page could show. */
export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const allowed = await mayCheckEvidence(client.ip);
  if (!allowed) note(THROTTLED);
  return withCheckSlot(async (free) => {
    const store = allowed && free;
    const upload = await readUpload(args.request, { name: "file", maxBytes: MAX_BYTES, store });
    if (!upload.ok) {
      const tooLarge = upload.problem === "too-large";
      return refuse(tooLarge ? TOO_LARGE : CHOOSE_FILE, tooLarge ? 413 : 422);
    }
    try {
      if (!allowed) return refuse(TOO_MANY_CHECKS, 429);
      if (!free || upload.noRoom) return refuse(BUSY, 503);
      if (!upload.file || upload.file.size === 0) return refuse(CHOOSE_FILE, 422);
      const checked = await checkEvidence(control, upload.file.path);
      if (!checked.ok) return refuse(unreadableLabel[checked.problem], 422);
      return json<Answer>({ reply: null, report: reportPage(checked) });
    } finally {
      await upload.discard();
    }
  });
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

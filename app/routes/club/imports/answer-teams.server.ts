import type { ActionFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import type { answerTeams, TeamAnswer } from "#app/domain/club/imports/answer-teams.server.ts";
import { answersOf, importTeamsSchema } from "#app/domain/club/imports/import-form.server.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { importPages, type Subject } from "./import-pages.ts";

/** Reads what the user says of the teams in a file, and leads back to the preview. */
export async function answerTeamsForm(
  { request, params }: ActionFunctionArgs,
  of: {
    subject: Subject;
    answer: (importId: string, answers: readonly TeamAnswer[]) => ReturnType<typeof answerTeams>;
  },
) {
  const importId = params.importId ?? "";
  const reading = await readForm(request, importTeamsSchema);
  if (!reading.ok) return reading.answer;
  const { answers, errors } = answersOf(reading.value);
  if (Object.keys(errors).length > 0) return reading.refuse(errors);
  const result = await of.answer(
    importId,
    answers.map(({ answer }) => answer),
  );
  if (result.ok) {
    const made = result.created > 0 ? `${pluralize(result.created, "team")} created. ` : "";
    return redirectWith(
      importPages[of.subject].show(importId),
      `${made}The preview now uses your teams. Nothing is imported yet.`,
    );
  }
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({
    [`new-${answers[result.index]?.number}`]: nameTakenLabel(reading.value.season),
  });
}

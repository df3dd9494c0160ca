import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { correctOwnData } from "#app/domain/club/agreements/correct-own-data.server.ts";
import { erasePerson } from "#app/domain/club/agreements/erase-person.server.ts";
import { eraseFormSchema, ownDataFormSchema, playerField } from "#app/domain/club/agreements/forms.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { mayPost, type OpenedLink } from "#app/routes/parent/link/open-link.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Saves what a parent corrected about themselves. */
export async function saveCorrection(
  { ctx, labels, language, token }: OpenedLink,
  opened: OpenedAgreement,
  form: FormData,
): Promise<Response> {
  const { children, agreement, db, control, club } = opened;
  const ids = children.map(({ id }) => id);
  const reading = readFields(form, ownDataFormSchema(language, ids));
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  if (!(await mayPost(ctx, agreement.id))) return refuse({ "": labels.problems.throttled }, 429);
  const { parentName: name, parentEmail: email, newPlayer, version } = value;
  const typed = value as Record<string, string>;
  const players = new Map(ids.map((id) => [id, typed[playerField(id)] ?? ""]));
  const result = await changeClub({ control, db, club }, (tx) =>
    correctOwnData(tx, agreement.id, { data: { name, email, players, newPlayer }, version, at: nowIso() }),
  );
  if (!result.ok && result.problem === "taken") return refuse({ parentEmail: labels.data.taken });
  if (!result.ok && result.problem === "stale") return refuse({ "": labels.data.stale });
  const saved = result.ok ? "yes" : undefined;
  return redirect(href("/parent/agreement/:token/data", { token, lang: language, saved }), 303);
}

/** Erases the parent on their own request. What stays, and why, the page says before. */
export async function eraseParent(
  { ctx, language, token }: OpenedLink,
  { agreement, db, control, club }: OpenedAgreement,
  form: FormData,
): Promise<Response> {
  const reading = readFields(form, eraseFormSchema(language));
  if (!reading.ok) return reading.answer;
  await changeClub({ control, db, club, parent: { agreementId: agreement.id } }, (tx) =>
    erasePerson(tx, agreement.id, { by: "", at: nowIso() }),
  );
  ctx.note({ event: "parent erased", agreement: agreement.id });
  return redirect(href("/parent/agreement/:token/data", { token, lang: language, erased: "yes" }), 303);
}

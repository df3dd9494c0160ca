import type { ClubDb, ClubTx, IncidentTalksTable } from "#app/db/club/schema.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { TalkEdit, TalkPlan } from "./forms.server.ts";
import { type Change, changeable } from "./incident-changes.server.ts";
import { type Author, addEntry, findIncident } from "./incidents.server.ts";

/** Returns a stored talk as its form holds it. */
export const talkValues = (talk: IncidentTalksTable): TalkEdit => ({
  who: talk.who,
  withWhom: talk.with_whom,
  by: talk.due_on,
  state: talk.state,
  heldOn: talk.held_on ?? "",
  outcome: talk.outcome,
});

/** Returns the version of a talk, which its form carries (product/pages.md#forms). */
export const talkVersion = (talk: IncidentTalksTable) => versionOf(talkValues(talk));

export function findTalk(
  db: ClubDb,
  incidentId: string,
  talkId: string,
): Promise<IncidentTalksTable | undefined> {
  return db
    .selectFrom("incident_talks")
    .selectAll()
    .where("id", "=", talkId)
    .where("incident_id", "=", incidentId)
    .executeTakeFirst();
}

/** Plans a step of the repair talk. @param plan.submission the form's key: the same form again plans nothing */
export async function planTalk(
  tx: ClubTx,
  incidentId: string,
  { submission, who, withWhom, by: due_on }: TalkPlan & { submission: string },
  by: Author,
  at: string,
): Promise<Change> {
  const stored = await findIncident(tx, incidentId);
  if (!stored) return { ok: false, problem: "not-found" };
  const problem = changeable(stored);
  if (problem) return problem;
  const sent = await tx
    .selectFrom("incident_entries")
    .select("id")
    .where("form_key", "=", submission)
    .executeTakeFirst();
  if (sent) return { ok: true };
  const id = newId();
  const fresh = { state: "planned" as const, outcome: "", created_at: at, updated_at: at };
  await tx
    .insertInto("incident_talks")
    .values({ id, incident_id: incidentId, who, with_whom: withWhom, due_on, ...fresh })
    .execute();
  const text = describe({ who, withWhom, by: due_on });
  await addEntry(tx, incidentId, {
    kind: "talk-planned",
    text,
    refers_to: id,
    form_key: submission,
    by,
    at,
  });
  return { ok: true };
}

const describe = ({ who, withWhom, by }: TalkPlan) => `${who} with ${withWhom}, by ${formatDate(by, "")}`;

/**
 * Changes a planned talk, or stores what came of it; the first talk that was held makes an open case 'talked to'. One
 * that was held or dropped stays as it is.
 */
export async function saveTalk(
  tx: ClubTx,
  ids: { incidentId: string; talkId: string },
  { version, ...talk }: TalkEdit & { version: string },
  by: Author,
  at: string,
): Promise<Change<{ ok: false; problem: "stale"; stored: IncidentTalksTable }>> {
  const { incidentId, talkId } = ids;
  const [incident, stored] = [await findIncident(tx, incidentId), await findTalk(tx, incidentId, talkId)];
  if (!incident || !stored) return { ok: false, problem: "not-found" };
  const held_on = talk.state === "held" ? talk.heldOn : null;
  if (sameValues({ ...talk, heldOn: held_on ?? "" }, talkValues(stored))) return { ok: true };
  const problem = changeable(incident);
  if (problem) return problem;
  if (stored.state !== "planned") return { ok: false, problem: "talk-done" };
  if (talkVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const { who, withWhom, by: due_on, state, outcome } = talk;
  const today = dateAt(at, await timezoneOf(tx));
  if (held_on !== null && (held_on > today || held_on < incident.date))
    return { ok: false, problem: "talk-day" };
  await tx
    .updateTable("incident_talks")
    .set({ who, with_whom: withWhom, due_on, state, held_on, outcome, updated_at: at })
    .where("id", "=", talkId)
    .execute();
  if (state === "held" && incident.status === "open") {
    await tx.updateTable("incidents").set({ status: "talked-to" }).where("id", "=", incidentId).execute();
  }
  const kind = state === "planned" ? "talk-changed" : state === "held" ? "talk-held" : "talk-dropped";
  const what = held_on === null ? describe(talk) : `${describe(talk)}, held ${formatDate(held_on, "")}`;
  const text = [what, outcome].filter(Boolean).join(": ");
  await addEntry(tx, incidentId, { kind, text, refers_to: talkId, by, at });
  return { ok: true };
}

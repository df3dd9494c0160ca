import type { ClubDb, ClubTx, IncidentsTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { IncidentFacts } from "./forms.server.ts";
import { type Author, addEntry, findIncident } from "./incidents.server.ts";

/** Reason for leaving an incident unchanged. A closed one takes notes only, an erased one nothing. */
export type IncidentProblem =
  | "not-found"
  | "closed"
  | "not-closed"
  | "erased"
  | "talk-planned"
  /** The result of the talk is written, and stays. */
  | "talk-done"
  | "talk-day"
  | "unwritten"
  | "not-corrected";

type Refused = { ok: false; problem: IncidentProblem };
export type Change<Stale = never> = { ok: true } | Refused | Stale;
type Stale = { ok: false; problem: "stale"; stored: IncidentsTable };

/** Returns a stored case's facts as their form holds them. */
export const factsOf = (incident: IncidentsTable): IncidentFacts => ({
  what: incident.what,
  when: incident.when_text,
  minor: incident.official_was_minor,
  level: incident.abuse_level,
});

/** Returns the version of a case's facts, which their form carries (product/pages.md#forms). */
export const factsVersion = (incident: IncidentsTable) => versionOf(factsOf(incident));

/** Returns the version of a case's status, which the forms that close and reopen it carry. */
export const statusVersion = ({ status, closed_at }: Pick<IncidentsTable, "status" | "closed_at">) =>
  versionOf({ status, closed_at });

/**
 * Saves what is known of an incident. The same form again changes nothing.
 * @param facts.version of the facts that the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function saveFacts(
  tx: ClubTx,
  incidentId: string,
  { version, ...facts }: IncidentFacts & { version: string },
  by: Author,
  at: string,
): Promise<Change<Stale>> {
  const stored = await findIncident(tx, incidentId);
  if (!stored) return { ok: false, problem: "not-found" };
  const problem = changeable(stored);
  if (problem) return problem;
  if (sameValues(facts, factsOf(stored))) return { ok: true };
  if (factsVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  await tx
    .updateTable("incidents")
    .set({
      what: facts.what,
      when_text: facts.when,
      official_was_minor: facts.minor,
      abuse_level: facts.level,
      updated_at: at,
      updated_by_name: by.name,
    })
    .where("id", "=", incidentId)
    .execute();
  await addEntry(tx, incidentId, { kind: "facts", by, at });
  return { ok: true };
}

/** Checks that a case is open; returns the problem of any other. */
export function changeable(incident: Pick<IncidentsTable, "status" | "erased_at">): Refused | null {
  if (incident.erased_at !== null) return { ok: false, problem: "erased" };
  return incident.status === "closed" ? { ok: false, problem: "closed" } : null;
}

/**
 * Adds a note, or a correction of one, to a case that is not erased. The same form again adds nothing.
 * @param note.corrects the id of the note that it corrects; '' for none
 */
export async function addNote(
  tx: ClubTx,
  incidentId: string,
  note: { text: string; corrects: string; submission: string },
  by: Author,
  at: string,
): Promise<Change> {
  const stored = await findIncident(tx, incidentId);
  if (!stored) return { ok: false, problem: "not-found" };
  if (stored.erased_at !== null) return { ok: false, problem: "erased" };
  const corrected = note.corrects
    ? await tx
        .selectFrom("incident_entries")
        .select("id")
        .where("id", "=", note.corrects)
        .where("incident_id", "=", incidentId)
        .where("kind", "=", "note")
        .executeTakeFirst()
    : null;
  if (corrected === undefined) return { ok: false, problem: "not-found" };
  const { text, submission: form_key } = note;
  await addEntry(tx, incidentId, { kind: "note", text, refers_to: corrected?.id ?? null, form_key, by, at });
  return { ok: true };
}

/**
 * Closes a case with what was agreed, or because its rating was corrected. Refused while what happened is not
 * written, and while a talk is planned. The same form again changes nothing.
 */
export async function closeIncident(
  tx: ClubTx,
  incidentId: string,
  closing: { as: "agreed" | "rating-corrected"; agreed: string; version: string },
  by: Author,
  at: string,
): Promise<Change<Stale>> {
  const stored = await findIncident(tx, incidentId);
  if (!stored) return { ok: false, problem: "not-found" };
  if (stored.status === "closed" && stored.closed_as === closing.as && stored.agreed === closing.agreed) {
    return { ok: true };
  }
  const problem = changeable(stored);
  if (problem) return problem;
  if (statusVersion(stored) !== closing.version) return { ok: false, problem: "stale", stored };
  if (closing.as === "rating-corrected" && stored.zero_stands) {
    return { ok: false, problem: "not-corrected" };
  }
  if (closing.as === "agreed" && stored.what === "") return { ok: false, problem: "unwritten" };
  if (await hasPlannedTalk(tx, incidentId)) return { ok: false, problem: "talk-planned" };
  await tx
    .updateTable("incidents")
    .set({ status: "closed", closed_as: closing.as, closed_at: at, agreed: closing.agreed, updated_at: at })
    .where("id", "=", incidentId)
    .execute();
  const corrected = closing.as === "rating-corrected" ? "The rating was corrected." : "";
  const text = [corrected, closing.agreed].filter(Boolean).join(" ");
  await addEntry(tx, incidentId, { kind: "closed", text, by, at });
  return { ok: true };
}

async function hasPlannedTalk(db: ClubDb, incidentId: string): Promise<boolean> {
  const planned = await db
    .selectFrom("incident_talks")
    .select("id")
    .where("incident_id", "=", incidentId)
    .where("state", "=", "planned")
    .limit(1)
    .executeTakeFirst();
  return planned !== undefined;
}

/** Opens a closed case again, with a reason. The earlier agreement stays in its history. */
export async function reopenIncident(
  tx: ClubTx,
  incidentId: string,
  { reason, version }: { reason: string; version: string },
  by: Author,
  at: string,
): Promise<Change<Stale>> {
  const stored = await findIncident(tx, incidentId);
  if (!stored) return { ok: false, problem: "not-found" };
  if (stored.erased_at !== null) return { ok: false, problem: "erased" };
  if (stored.status !== "closed") return { ok: false, problem: "not-closed" };
  if (statusVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  await tx
    .updateTable("incidents")
    .set({ status: "open", closed_as: null, closed_at: null, agreed: "", updated_at: at })
    .where("id", "=", incidentId)
    .execute();
  await addEntry(tx, incidentId, { kind: "reopened", text: reason, by, at });
  return { ok: true };
}

/** Notes in the history of cases that they were exported, and how. */
export async function noteExport(
  tx: ClubTx,
  incidentIds: readonly string[],
  how: string,
  by: Author,
  at: string,
): Promise<void> {
  const author = { author_id: by.accountId, author_name: by.name };
  const rows = incidentIds.map((incident_id) => ({
    id: newId(),
    incident_id,
    kind: "exported" as const,
    text: how,
    refers_to: null,
    form_key: null,
    ...author,
    at,
  }));
  await insertRows(tx, "incident_entries", rows);
  const actor = { kind: "account", id: by.accountId } as const;
  await recordAudit(tx, { kind: "export.incidents", actor, detail: { count: rows.length } });
}

/**
 * Erases the words of the cases whose time has come (product/ratings.md#erasing-incidents): facts, notes, talks and
 * history of the case, and the reasons of the game's ratings. Case, scores and tags stay. Doing it twice changes
 * nothing.
 * @returns how many cases were erased
 */
export async function eraseDueIncidents(tx: ClubTx, at: Date): Promise<number> {
  const due = tx
    .selectFrom("incidents")
    .where("erased_at", "is", null)
    .where("erases_at", "<=", at.toISOString());
  await tx
    .updateTable("ratings")
    .set({ reason: "", correction_reason: "" })
    .where("game_id", "in", due.select("game_id"))
    .execute();
  await tx.deleteFrom("incident_entries").where("incident_id", "in", due.select("id")).execute();
  await tx.deleteFrom("incident_talks").where("incident_id", "in", due.select("id")).execute();
  const erased = await tx
    .updateTable("incidents")
    .set({
      what: "",
      when_text: "",
      official_was_minor: "unknown",
      abuse_level: null,
      agreed: "",
      updated_by_name: "",
      updated_at: at.toISOString(),
      erased_at: at.toISOString(),
    })
    .where("erased_at", "is", null)
    .where("erases_at", "<=", at.toISOString())
    .executeTakeFirst();
  return Number(erased.numUpdatedRows);
}

/** Returns when the next case is due for erasure, in UTC; null without one. */
export async function nextErasure(db: ClubDb): Promise<string | null> {
  const next = await db
    .selectFrom("incidents")
    .select("erases_at")
    .where("erased_at", "is", null)
    .orderBy("erases_at")
    .limit(1)
    .executeTakeFirst();
  return next?.erases_at ?? null;
}

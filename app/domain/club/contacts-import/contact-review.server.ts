import { z } from "zod";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { emailKey } from "#app/domain/club/contacts/contacts.ts";
import {
  type FileTeam,
  fileTeamsOf,
  type TeamQuestions,
  teamQuestions,
} from "#app/domain/club/imports/file-teams.ts";
import { type Issue, statusOf } from "#app/domain/club/imports/import-file.ts";
import { importNames } from "#app/domain/club/imports/import-names.server.ts";
import {
  type ImportHead,
  parseRows,
  replaceHead,
  splitPayload,
} from "#app/domain/club/imports/import-payload.ts";
import { type ImportCounter, uncounted } from "#app/domain/club/imports/import-subject.ts";
import { findImport, teamsOfImport } from "#app/domain/club/imports/imports.server.ts";
import { type RowsSummary, summarizeRows } from "#app/domain/club/imports/issue-groups.ts";
import { type ClubTeam, teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import type { ContactField } from "./contact-columns.ts";
import { ContactPlan, type PlannedContact, type RowEffect, type StoredContact } from "./contact-plan.ts";
import { type ContactRow, commasOfRows, type ReadContactRow, readContactRow } from "./read-contact-row.ts";

export interface ContactsHead extends ImportHead<ContactField> {
  /** True if the user said that every cell of names is one person. */
  oneName?: boolean;
}

/** One row of the file with what it would do. */
export interface ReviewedContactRow {
  row: ContactRow;
  read: ReadContactRow;
  status: "valid" | "warning" | "error";
  issues: Issue[];
  effect: RowEffect;
}

interface ContactReview {
  head: ContactsHead;
  rows: ReviewedContactRow[];
  /** Rows by status, people by what happens to them, and rows that are left out. */
  counts: Record<"valid" | "warning" | "error" | "added" | "changed" | "unchanged" | "skipped", number>;
  contacts: PlannedContact[];
  fileTeams: FileTeam[];
  clubTeams: ClubTeam[];
  clubNames: string[];
  season: string;
}

/** Addresses looked up in one query. */
const EMAILS_A_LOOK = 5_000;

/**
 * Compares a preview's rows with the club's contacts as they are now. Reads only; the same function shows the preview
 * and, inside the transaction, decides what the import does.
 */
export async function reviewContacts(
  db: ClubDb,
  payload: string,
  club: { name: string },
  count: ImportCounter = uncounted,
): Promise<ContactReview> {
  const { head, lines } = splitPayload<ContactsHead>(payload);
  const teams = await teamsOfImport(db, head);
  const names = await importNames(db);
  const clubNames = [club.name, ...names.clubs];
  const season = seasonOf(nowIso().slice(0, 10)).name;
  const has = (...fields: string[]) =>
    head.columns.some(({ field }) => fields.includes(field.replace(/\d$/, "")));
  const lookup = {
    matcher: teamMatcher(clubNames, teams),
    choices: { ...names.choices, ...head.choices },
    teamIds: new Set(teams.map(({ id }) => id)),
    season,
    has: {
      parentName: has("name", "first", "last"),
      child: has("child", "childFirst", "childLast"),
      team: has("team"),
      age: has("age"),
    },
    commas: commasOfRows(lines[0] ? parseRows(head.columns, lines[0]) : []),
    oneName: head.oneName ?? false,
  };
  const pause = yieldToEventLoop();
  const rows: ReviewedContactRow[] = [];
  const emails = new Set<string>();
  for (const line of lines) {
    for (const row of parseRows(head.columns, line)) {
      const read = readContactRow(row, lookup);
      for (const { email } of read.guardians) emails.add(emailKey(email));
      rows.push({ row, read, status: "valid", issues: read.issues, effect: "skipped" });
      count("reading", rows.length, head.rowCount);
      const paused = pause();
      if (paused) await paused;
    }
  }
  const plan = new ContactPlan(await storedContacts(db, [...emails], pause));
  for (const [index, reviewed] of rows.entries()) {
    const { effect, sameAs } = plan.add(reviewed.row.line, reviewed.read);
    reviewed.effect = effect;
    if (sameAs !== null)
      reviewed.issues = [...reviewed.issues, { level: "warning", text: `The same as line ${sameAs}` }];
    reviewed.status = statusOf(reviewed.issues);
    count("comparing", index + 1, rows.length);
    const paused = pause();
    if (paused) await paused;
  }
  const contacts = [...plan.contacts.values()];
  return {
    head,
    rows,
    counts: countsOf(rows, contacts),
    contacts,
    fileTeams: fileTeamsOf(
      rows.map(({ read }) => read),
      () => false,
    ),
    clubTeams: teams,
    clubNames,
    season,
  };
}

/** Returns the import's effect on a person of the file. */
export function effectOf({ stored, name, children, changes }: PlannedContact): RowEffect {
  if (!stored) return "added";
  return children.length > 0 || changes.length > 0 || name !== "" ? "changed" : "unchanged";
}

function countsOf(
  rows: readonly ReviewedContactRow[],
  contacts: readonly PlannedContact[],
): ContactReview["counts"] {
  const counts = { valid: 0, warning: 0, error: 0, added: 0, changed: 0, unchanged: 0, skipped: 0 };
  for (const { status, effect } of rows) {
    counts[status] += 1;
    if (effect === "skipped") counts.skipped += 1;
  }
  for (const contact of contacts) counts[effectOf(contact)] += 1;
  return counts;
}

/** Loads the contacts with these addresses and their children, by the address's key. */
async function storedContacts(
  db: ClubDb,
  keys: readonly string[],
  pause: () => Promise<void> | undefined,
): Promise<Map<string, StoredContact>> {
  const byKey = new Map<string, StoredContact>();
  const byId = new Map<string, StoredContact>();
  const anyone = await db.selectFrom("contacts").select("id").limit(1).executeTakeFirst();
  if (!anyone) return byKey;
  for (let from = 0; from < keys.length; from += EMAILS_A_LOOK) {
    const some = keys.slice(from, from + EMAILS_A_LOOK);
    const contacts = await db
      .selectFrom("contacts")
      .select(["id", "name", "email_key"])
      .where("email_key", "in", some)
      .execute();
    for (const { id, name, email_key } of contacts) {
      const contact: StoredContact = { id, name, children: [] };
      byId.set(id, contact);
      if (email_key) byKey.set(email_key, contact);
    }
    const children = await db
      .selectFrom("children")
      .innerJoin("contacts", "contacts.id", "children.contact_id")
      .select(["children.id", "contact_id", "children.name", "children.name_key", "team_id", "age_group"])
      .where("contacts.email_key", "in", some)
      .execute();
    for (const { contact_id, ...child } of children) byId.get(contact_id)?.children.push(child);
    await pause();
  }
  return byKey;
}

/** Review as a preview's page shows it. */
export interface ContactsSummary extends TeamQuestions, RowsSummary<ReviewedContactRow> {
  head: ContactReview["head"];
  counts: ContactReview["counts"];
  /** Rows with a cell of names that was read as several people. */
  severalCount: number;
  /** Next question to the user, or the preview. */
  next: "columns" | "teams" | "preview";
}

export function summarizeContacts(review: ContactReview): ContactsSummary {
  const { head, counts, rows, fileTeams, clubTeams, clubNames, season } = review;
  const asked = { fileTeams, clubTeams, clubNames, choices: head.choices, season };
  const { openCount: _, unaskedCount, hasOwn: __, ...teams } = teamQuestions(asked);
  return {
    ...teams,
    head,
    counts,
    severalCount: rows.filter(({ read }) => read.several).length,
    ...summarizeRows(rows),
    next: head.unread || head.unsure?.length ? "columns" : unaskedCount > 0 ? "teams" : "preview",
  };
}

/** Stores whether every cell of names is one person, or may be several. */
export async function joinNames(
  tx: ClubTx,
  id: string,
  oneName: boolean,
): Promise<{ ok: true } | { ok: false; problem: "not-found" }> {
  const preview = await findImport(tx, id);
  if (preview?.status !== "preview") return { ok: false, problem: "not-found" };
  const { head } = splitPayload<ContactsHead>(preview.payload);
  const payload = replaceHead<ContactsHead>(preview.payload, { ...head, oneName });
  await tx.updateTable("imports").set({ payload }).where("id", "=", id).execute();
  return { ok: true };
}

export const joinNamesSchema = z.object({ cells: z.enum(["one", "several"]) });

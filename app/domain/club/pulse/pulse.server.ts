import { sql } from "kysely";
import { z } from "zod";
import type { ClubDb, ClubTx, PulsesTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { writable } from "#app/domain/club/parent-mail/writable.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { isDay } from "#app/domain/values/days.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { KEEP, yearsAfter, yearsBefore } from "#app/domain/values/retention.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type AnswerStats,
  closingDays,
  closingOf,
  columnsOf,
  countsIn,
  distributionOf,
  FEWEST_ANSWERS,
  type GroupedAnswer,
  PAUSE_DAYS,
  reminderOf,
  shownGroups,
  statsOf,
} from "./pulse.ts";

/** Parents to ask. */
export interface PulsePlan {
  teamIds: readonly string[];
  /** YYYY-MM-DD: the last day on which answers are taken. */
  closesOn: string;
}

type ParentRow = { contactId: string; teamId: string };

/** Loads the teams that can be asked, with how many parents a pulse would reach at each. */
export async function teamsToAsk(
  db: ClubDb,
  at: Date,
): Promise<{ id: string; name: string; parents: number }[]> {
  const active = await db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  const teams = sortByName(active, ({ name }) => name);
  const rows = await parentsOf(
    db,
    teams.map(({ id }) => id),
    at,
  );
  const parents = new Map<string, Set<string>>(teams.map(({ id }) => [id, new Set()]));
  for (const { contactId, teamId } of rows) parents.get(teamId)?.add(contactId);
  return teams.map(({ id, name }) => ({ id, name, parents: parents.get(id)?.size ?? 0 }));
}

/**
 * Loads the parents of teams whom a pulse reaches: their address takes mail, they have not stopped it, and they were
 * not asked in the last 28 days.
 */
async function parentsOf(db: ClubDb, teamIds: readonly string[], at: Date): Promise<ParentRow[]> {
  if (teamIds.length === 0) return [];
  const paused = new Date(at);
  paused.setUTCDate(paused.getUTCDate() - PAUSE_DAYS);
  return db
    .selectFrom("children")
    .innerJoin("contacts", "contacts.id", "children.contact_id")
    .innerJoin("agreements", "agreements.contact_id", "contacts.id")
    .select(["children.contact_id as contactId", "children.team_id as teamId"])
    .distinct()
    .where("children.team_id", "in", sql<string>`(select value from json_each(${JSON.stringify(teamIds)}))`)
    .where("contacts.listed", "=", 1)
    .where(writable)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("pulse_invitations as i")
            .innerJoin("pulses as p", "p.id", "i.pulse_id")
            .select("i.id")
            .whereRef("i.contact_id", "=", "contacts.id")
            .where("p.sent_at", ">", paused.toISOString()),
        ),
      ),
    )
    .$narrowType<{ teamId: string }>()
    .execute();
}

/** Counts the parents whom a plan reaches; null if it names no team of the club. */
export async function reachOf(
  db: ClubDb,
  { teamIds }: Pick<PulsePlan, "teamIds">,
  at: Date,
): Promise<{ teams: string[]; parents: number; leftOut: number } | null> {
  const teams = await activeTeams(db, teamIds);
  if (teams.length === 0) return null;
  const ids = teams.map(({ id }) => id);
  const reached = new Set((await parentsOf(db, ids, at)).map(({ contactId }) => contactId)).size;
  const { all } = await db
    .selectFrom("children")
    .innerJoin("contacts", "contacts.id", "children.contact_id")
    .select((eb) => eb.fn.count<number>("children.contact_id").distinct().as("all"))
    .where("children.team_id", "in", ids)
    .where("contacts.listed", "=", 1)
    .where("contacts.erased_at", "is", null)
    .executeTakeFirstOrThrow();
  return { teams: teams.map(({ name }) => name), parents: reached, leftOut: all - reached };
}

const activeTeams = (db: ClubDb, ids: readonly string[]) =>
  db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("status", "=", "active")
    .where("id", "in", ids)
    .orderBy("name")
    .orderBy("id")
    .execute();

export type SendPulseResult =
  | { ok: true; id: string; recipients: number }
  | { ok: false; problem: "open"; openId: string }
  | { ok: false; problem: "no-team" | "few" | "day" };

/**
 * Asks the parents of some teams, once each, whatever the number of their children and teams
 * (product/reports.md#pulse). The mails follow with the outbox event. While a pulse is open a second one is refused, so
 * that two simultaneous clicks send one.
 */
export async function sendPulse(
  tx: ClubTx,
  { teamIds, closesOn }: PulsePlan,
  { by, at }: { by: string; at: Date },
): Promise<SendPulseResult> {
  const open = await openPulse(tx);
  if (open) return { ok: false, problem: "open", openId: open.id };
  const { timezone } = await tx.selectFrom("club").select("timezone").executeTakeFirstOrThrow();
  const days = closingDays(at, timezone);
  if (closesOn < days.first || closesOn > days.last) return { ok: false, problem: "day" };
  const teams = await activeTeams(tx, teamIds);
  if (teams.length === 0) return { ok: false, problem: "no-team" };
  const ids = teams.map((team) => team.id);
  const byParent = new Map<string, string[]>();
  for (const { contactId, teamId } of await parentsOf(tx, ids, at))
    byParent.set(contactId, [...(byParent.get(contactId) ?? []), teamId]);
  if (byParent.size < FEWEST_ANSWERS) return { ok: false, problem: "few" };
  const id = newId();
  const closesAt = closingOf(closesOn, timezone);
  await tx
    .insertInto("pulses")
    .values({
      id,
      team_ids: JSON.stringify(ids),
      recipients: byParent.size,
      sent_at: at.toISOString(),
      sent_by: by,
      closes_at: closesAt.toISOString(),
      reminds_at: reminderOf(at, closesAt)?.toISOString() ?? null,
      closed_at: null,
      closed_by: "",
      answers: null,
    })
    .execute();
  await insertRows(
    tx,
    "pulse_invitations",
    [...byParent].map(([contact_id, theirs]) => ({
      id: newId(),
      pulse_id: id,
      contact_id,
      team_ids: JSON.stringify(theirs.sort()),
      issue: 1,
      answered: 0,
      step: "request" as const,
      delivery: null,
    })),
    yieldToEventLoop(),
  );
  await recordEvent(tx, { kind: "pulse-mails" });
  await recordAudit(tx, { kind: "pulse.sent", subject: id, detail: { count: byParent.size }, at });
  return { ok: true, id, recipients: byParent.size };
}

/** Loads the pulse that takes answers, or whose time is over and which was not closed yet. */
export const openPulse = (db: ClubDb): Promise<PulsesTable | undefined> =>
  db.selectFrom("pulses").selectAll().where("closed_at", "is", null).executeTakeFirst();

/**
 * Closes a pulse, once: the results that may be shown are counted and kept, then every answer is deleted, so that no
 * trace leads from a parent to their answer (docs/decisions/021-anonymous-answers.md).
 * @param by the name of the person who closes it early; '' where its time is over
 * @returns false if none is open
 */
export async function closePulse(
  tx: ClubTx,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const pulse = await tx
    .selectFrom("pulses")
    .selectAll()
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  if (!pulse) return false;
  const rows = await tx
    .selectFrom("pulse_answers")
    .select(["score", "sentence", "team_ids"])
    .where("pulse_id", "=", id)
    .execute();
  const answers = rows.map(
    ({ score, team_ids }): GroupedAnswer => ({ score, teamIds: JSON.parse(team_ids) as string[] }),
  );
  const { club, teams } = shownGroups(answers);
  if (club) {
    const names = await tx.selectFrom("teams").select(["id", "name"]).execute();
    const nameOf = new Map(names.map((team) => [team.id, team.name]));
    await insertRows(tx, "pulse_results", [
      { pulse_id: id, team_id: "", team_name: "", ...columnsOf(distributionOf(answers, club)) },
      ...[...teams].map(([team_id, members]) => ({
        pulse_id: id,
        team_id,
        team_name: nameOf.get(team_id) ?? "",
        ...columnsOf(distributionOf(answers, members)),
      })),
    ]);
    const sentences = rows.filter(({ sentence }) => sentence !== "");
    await insertRows(
      tx,
      "pulse_sentences",
      sentences.map(({ sentence }) => ({ pulse_id: id, id: newId(), sentence })),
    );
  }
  await tx.deleteFrom("pulse_answers").where("pulse_id", "=", id).execute();
  await tx
    .updateTable("pulse_invitations")
    .set({ answered: 0, step: null })
    .where("pulse_id", "=", id)
    .execute();
  await tx
    .updateTable("pulses")
    .set({ closed_at: at.toISOString(), closed_by: by, reminds_at: null, answers: answers.length })
    .where("id", "=", id)
    .execute();
  await recordEvent(tx, { kind: "pulse-closed", pulseId: id });
  await recordAudit(tx, { kind: "pulse.closed", subject: id, detail: { count: answers.length }, at });
  return true;
}

/** Queues one reminder for parents who have not answered an open pulse and whose address takes mail. */
export async function remindOfPulse(tx: ClubTx, id: string): Promise<void> {
  await tx.updateTable("pulses").set({ reminds_at: null }).where("id", "=", id).execute();
  await tx
    .updateTable("pulse_invitations")
    .set({ step: "reminder" })
    .where("pulse_id", "=", id)
    .where("answered", "=", 0)
    .where("step", "is", null)
    .execute();
  await recordEvent(tx, { kind: "pulse-mails" });
}

/** Finds the open pulse that closes or reminds next, with the moment. */
export async function nextPulseMoment(
  db: ClubDb,
  what: "closes_at" | "reminds_at",
): Promise<{ id: string; moment: Date } | null> {
  const open = await openPulse(db);
  const moment = open?.[what];
  return open && moment ? { id: open.id, moment: new Date(moment) } : null;
}

/** Erases the sentences whose time is up; the figures stay. @returns when the next ones' is */
export async function eraseSentences(tx: ClubTx, at: Date): Promise<Date | null> {
  const last = yearsBefore(at, KEEP.pulseSentenceYears).toISOString();
  await tx
    .deleteFrom("pulse_sentences")
    .where("pulse_id", "in", tx.selectFrom("pulses").select("id").where("closed_at", "<=", last))
    .execute();
  const next = await tx
    .selectFrom("pulses")
    .select((eb) => eb.fn.min("closed_at").as("closed"))
    .where("closed_at", ">", last)
    .where("id", "in", tx.selectFrom("pulse_sentences").select("pulse_id"))
    .executeTakeFirst();
  return next?.closed ? yearsAfter(new Date(next.closed), KEEP.pulseSentenceYears) : null;
}

/** A pulse as the club's people see it: of an open one how many have answered, of a closed one what they said. */
export interface PulseView {
  id: string;
  teamIds: string[];
  recipients: number;
  answers: number;
  sentAt: string;
  sentBy: string;
  closesAt: string;
  closedAt: string | null;
  closedBy: string;
  /** Totals; null while open, below 5 answers, or for team-level viewers. */
  club: AnswerStats | null;
  teams: (AnswerStats & { teamId: string; name: string })[];
}

const LISTED = 40;

/**
 * Loads the latest pulses, newest first, with the figures that a reader may see: administrators the club's and every
 * shown team's, managers those of their teams (product/teams.md#permissions).
 */
export async function listPulses(db: ClubDb, scope: TeamScope): Promise<PulseView[]> {
  const pulses = await db.selectFrom("pulses").selectAll().orderBy("sent_at", "desc").limit(LISTED).execute();
  const views = await withStats(db, pulses, scope);
  return views.filter(({ teamIds }) => asks(scope, teamIds));
}

/** Tells whether a pulse asked the parents of a team of a scope. */
export const asks = (scope: TeamScope, teamIds: readonly string[]): boolean =>
  scope === "all" || teamIds.some((id) => scope.includes(id));

/** Loads one pulse with the figures of a reader; without any where it asked no team of theirs. */
export async function findPulse(db: ClubDb, id: string, scope: TeamScope): Promise<PulseView | undefined> {
  const pulse = await db.selectFrom("pulses").selectAll().where("id", "=", id).executeTakeFirst();
  return pulse && (await withStats(db, [pulse], scope))[0];
}

async function withStats(db: ClubDb, pulses: readonly PulsesTable[], scope: TeamScope): Promise<PulseView[]> {
  const ids = pulses.map(({ id }) => id);
  const results =
    ids.length === 0
      ? []
      : await db
          .selectFrom("pulse_results as r")
          .leftJoin("teams as t", "t.id", "r.team_id")
          .selectAll("r")
          .select("t.name")
          .where("r.pulse_id", "in", ids)
          .orderBy("r.team_name")
          .execute();
  const open = pulses.find(({ closed_at }) => closed_at === null);
  const answered = open ? await countAnswered(db, open.id) : 0;
  return pulses.map((pulse) => {
    const own = results.filter((row) => row.pulse_id === pulse.id);
    const all = own.find(({ team_id }) => team_id === "");
    return {
      id: pulse.id,
      teamIds: JSON.parse(pulse.team_ids) as string[],
      recipients: pulse.recipients,
      answers: pulse.answers ?? answered,
      sentAt: pulse.sent_at,
      sentBy: pulse.sent_by,
      closesAt: pulse.closes_at,
      closedAt: pulse.closed_at,
      closedBy: pulse.closed_by,
      club: all && scope === "all" ? statsOf(countsIn(all)) : null,
      teams: own
        .filter(({ team_id }) => team_id !== "" && (scope === "all" || scope.includes(team_id)))
        .map((row) => ({
          ...statsOf(countsIn(row)),
          teamId: row.team_id,
          name: row.name ?? row.team_name,
        })),
    };
  });
}

async function countAnswered(db: ClubDb, pulseId: string): Promise<number> {
  const { n } = await db
    .selectFrom("pulse_answers")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("pulse_id", "=", pulseId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Counts an open pulse's mails that did not arrive. */
export async function countUndelivered(db: ClubDb, pulseId: string): Promise<number> {
  const { n } = await db
    .selectFrom("pulse_invitations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("pulse_id", "=", pulseId)
    .where("delivery", "in", ["bounced", "complained"])
    .executeTakeFirstOrThrow();
  return n;
}

/** Lists parents' sentences of a closed pulse, shuffled. For administrators. */
export async function sentencesOf(db: ClubDb, pulseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("pulse_sentences")
    .select("sentence")
    .where("pulse_id", "=", pulseId)
    .orderBy("id")
    .execute();
  return rows.map(({ sentence }) => sentence);
}

const CHOOSE_DAY = "Choose the last day for answers";

export const planSchema = z.object({
  teamIds: z.array(z.string().max(64)).default([]),
  closesOn: z.string({ error: CHOOSE_DAY }).refine(isDay, CHOOSE_DAY),
});

import type { IncidentEntriesTable, IncidentTalksTable } from "#app/db/club/schema.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { ratedAsName } from "#app/domain/club/staff/labels.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import { dateAt, formatDate, formatGameTime, formatMoment } from "#app/domain/values/times.ts";
import type { IncidentCase } from "./incidents.server.ts";
import { nextStep, type Talk } from "./incidents.ts";
import { ageLabel, entryLabels, levelLabel, minorLabels, nextStepLabel } from "./labels.ts";

export interface IncidentClock {
  timezone: string;
  at: Date;
}

/** Returns 'Nov 22, 2028' in the club's zone. */
const dayOf = (moment: string, timezone: string) =>
  formatDate(dateAt(moment, timezone), "").replace(/^\w+, /, "");

/** Returns a case as its pages show it, to an administrator, with what it needs next. */
export function viewCase(incident: IncidentCase, talks: readonly Talk[], clock: IncidentClock) {
  const { timezone, at } = clock;
  const today = dateAt(at, timezone);
  const score = incident.current_score ?? 0;
  const next = nextStep(incident, !incident.zero_stands, talks, today);
  const corrected =
    score !== 0 && incident.current_by !== null && incident.current_at !== null
      ? { score, by: incident.current_by, at: formatMoment(incident.current_at, timezone) }
      : null;
  return {
    id: incident.id,
    /** Number by which search finds it. */
    number: incident.number,
    gameId: incident.game_id,
    title: gameTitle(incident),
    team: incident.team_name,
    when: formatGameTime(incident, timezone, at),
    day: formatDate(incident.date, today),
    location: incident.location,
    status: incident.status,
    closedAs: incident.closed_as,
    age: ageLabel(incident.opened_at, at),
    opened: formatMoment(incident.opened_at, timezone),
    closed: incident.closed_at && formatMoment(incident.closed_at, timezone),
    agreed: incident.agreed,
    erases: dayOf(incident.erases_at, timezone),
    erased: incident.erased_at && dayOf(incident.erased_at, timezone),
    ratedBy: `${incident.rated_by}, ${ratedAsName[incident.rated_as]}`,
    ratedBecause: incident.rated_because,
    tags: tagLabels(JSON.parse(incident.tags) as string[]),
    corrected,
    next: {
      step: next.step,
      label: nextStepLabel(next, today),
      overdue: next.step === "talk" && next.overdue,
    },
    facts: {
      what: incident.what,
      when: incident.when_text,
      minor: incident.official_was_minor,
      minorLabel: minorLabels[incident.official_was_minor],
      level: incident.abuse_level,
      levelLabel: levelLabel(incident.abuse_level),
      saved:
        incident.updated_by_name &&
        `${incident.updated_by_name}, ${formatMoment(incident.updated_at, timezone)}`,
    },
  };
}

export type CaseView = ReturnType<typeof viewCase>;

export function viewTalk(talk: IncidentTalksTable, { timezone, at }: IncidentClock) {
  const { id, who, with_whom: withWhom, state, outcome } = talk;
  const today = dateAt(at, timezone);
  const overdue = state === "planned" && talk.due_on < today;
  const held = talk.held_on ? formatDate(talk.held_on, today) : "";
  return { id, who, withWhom, by: formatDate(talk.due_on, today), held, state, outcome, overdue };
}

export type TalkView = ReturnType<typeof viewTalk>;

/** Returns the notes of a case, oldest first; a correction says which note it corrects. */
export function viewNotes(entries: readonly IncidentEntriesTable[], timezone: string) {
  const notes = entries.filter(({ kind }) => kind === "note");
  const signature = ({ author_name, at }: IncidentEntriesTable) =>
    `${author_name}, ${formatMoment(at, timezone)}`;
  return notes.map((note) => {
    const corrected = notes.find(({ id }) => id === note.refers_to);
    return {
      id: note.id,
      text: note.text,
      by: signature(note),
      corrects: corrected ? signature(corrected) : null,
      isCorrected: notes.some(({ refers_to }) => refers_to === note.id),
    };
  });
}

export type NoteView = ReturnType<typeof viewNotes>[number];

/** Returns everything that was done to a case, newest first. */
export function viewHistory(entries: readonly IncidentEntriesTable[], timezone: string) {
  return entries
    .map(({ id, kind, text, author_name, at }) => ({
      id,
      did: entryLabels[kind],
      text: kind === "note" ? "" : text,
      by: author_name,
      at: formatMoment(at, timezone),
    }))
    .reverse();
}

export type HistoryView = ReturnType<typeof viewHistory>[number];

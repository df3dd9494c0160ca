import type { IncidentEntriesTable, IncidentTalksTable } from "#app/db/club/schema.ts";
import { dateAt, localAt } from "#app/domain/values/times.ts";
import {
  type CaseView,
  type IncidentClock,
  viewCase,
  viewHistory,
  viewNotes,
  viewTalk,
} from "./incident-view.ts";
import type { IncidentCase } from "./incidents.server.ts";
import { incidentStatusName, talkStateLabels } from "./labels.ts";

/** A case with everything that belongs to it. */
export interface CaseFile {
  incident: IncidentCase;
  talks: readonly IncidentTalksTable[];
  entries: readonly IncidentEntriesTable[];
}

const COLUMNS = [
  "Date",
  "Time",
  "Team",
  "Opponent",
  "Home/Away",
  "Location",
  "Rated by",
  "Reason given",
  "Tags",
  "Score now",
  "Status",
  "Opened",
  "What happened",
  "When in the game",
  "Official a minor",
  "U.S. Soccer level",
  "Notes",
  "Repair talk",
  "Agreed",
  "Closed",
  "Erased on",
];

/** Returns the rows of a CSV of cases, its header first. */
export const incidentRows = (files: readonly CaseFile[], clock: IncidentClock): string[][] => [
  COLUMNS,
  ...files.map((file) => rowOf(file, clock)),
];

function rowOf({ incident, talks, entries }: CaseFile, clock: IncidentClock): string[] {
  const view = viewCase(incident, talks, clock);
  return [
    incident.date,
    incident.time ?? "TBD",
    incident.team_name,
    incident.opponent,
    incident.home_away === "home" ? "Home" : "Away",
    incident.location,
    view.ratedBy,
    view.ratedBecause,
    view.tags.join(", "),
    String(incident.current_score ?? ""),
    incidentStatusName[view.status],
    momentCell(incident.opened_at, clock),
    view.facts.what,
    view.facts.when,
    view.facts.minorLabel,
    view.facts.levelLabel,
    noteLines({ entries }, clock).join("\n"),
    talkLines({ talks }, clock).join("\n"),
    view.agreed || (view.closedAs === "rating-corrected" ? "The rating was corrected" : ""),
    momentCell(incident.closed_at, clock),
    dateAt(incident.erased_at ?? incident.erases_at, clock.timezone),
  ];
}

/** Returns '2026-11-23 16:29' on the club's clock, as spreadsheets sort it. */
function momentCell(moment: string | null, { timezone }: IncidentClock): string {
  if (moment === null) return "";
  const { date, time } = localAt(moment, timezone);
  return `${date} ${time}`;
}

const noteLines = ({ entries }: Pick<CaseFile, "entries">, { timezone }: IncidentClock) =>
  viewNotes(entries, timezone).map(
    ({ by, text, corrects }) => `${by}${corrects ? ` (corrects the note of ${corrects})` : ""}: ${text}`,
  );

const talkLines = ({ talks }: Pick<CaseFile, "talks">, clock: IncidentClock) =>
  talks
    .map((talk) => viewTalk(talk, clock))
    .map(
      ({ who, withWhom, by, held, state, outcome }) =>
        `${who} with ${withWhom}, by ${by}. Took place: ${talkStateLabels[state]}${held ? ` (${held})` : ""}.${outcome ? ` ${outcome}` : ""}`,
    );

/** Returns a case as plain text, complete and in the order in which it is read. */
export function incidentText(file: CaseFile, clubName: string, clock: IncidentClock): string {
  const view = viewCase(file.incident, file.talks, clock);
  const list = (lines: readonly string[]) => (lines.length > 0 ? lines : ["None."]);
  return [
    `${clubName}: incident case, private to the club's administrators`,
    "",
    `${view.title}, ${view.when}, ${view.location}`,
    ...factLines(view),
    "",
    "WHAT HAPPENED",
    view.facts.what || "Not written.",
    "",
    "REPAIR TALK",
    ...list(talkLines(file, clock)),
    "",
    "NOTES",
    ...list(noteLines(file, clock)),
    "",
    "HISTORY",
    ...viewHistory(file.entries, clock.timezone).map(
      ({ at, by, did, text }) => `${at}: ${did} (${by})${text ? `: ${text}` : ""}`,
    ),
    `${view.opened}: The case was opened (${view.ratedBy})`,
    "",
  ].join("\r\n");
}

function factLines(view: CaseView): string[] {
  const { facts, corrected, closed, agreed } = view;
  return [
    `Status: ${incidentStatusName[view.status]}${closed ? ` on ${closed}` : ""}`,
    `Rated 0 by: ${view.ratedBy}`,
    `Tags: ${view.tags.join(", ") || "none"}`,
    `Reason given: ${view.ratedBecause || "none"}`,
    ...(corrected ? [`Rating corrected to ${corrected.score} by ${corrected.by}, ${corrected.at}`] : []),
    `When in the game: ${facts.when || "not written"}`,
    `Official a minor: ${facts.minorLabel}`,
    `U.S. Soccer level (Policy 531-9): ${facts.levelLabel}`,
    ...(agreed ? [`Agreed: ${agreed}`] : []),
    view.erased ? `Erased on ${view.erased}` : `To be erased on ${view.erases}`,
  ];
}

/** Returns 'goodside-incidents-20281122-184500.csv': the moment in UTC. @param what 'incident' or 'incidents' */
export const exportName = (what: string, at: Date, ending: "csv" | "txt"): string =>
  `goodside-${what}-${at.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-")}.${ending}`;

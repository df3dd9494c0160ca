import type { IncidentEntriesTable, IncidentsTable, IncidentTalksTable } from "#app/db/club/schema.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import type { IncidentProblem } from "./incident-changes.server.ts";
import type { IncidentStatus, NextStep } from "./incidents.ts";

export const minorLabels: Record<IncidentsTable["official_was_minor"], string> = {
  yes: "Yes",
  no: "No",
  unknown: "Not known",
};

export const levelLabel = (level: number | null): string =>
  level === null ? "Does not apply" : `Level ${level}`;

export const incidentStatusName: Record<IncidentStatus, string> = {
  open: "Open",
  "talked-to": "Talked to",
  closed: "Closed",
};

/** Said wherever words about an incident are typed. */
export const NO_CHILDREN = "Leave out the names of children.";

export const talkStateLabels: Record<IncidentTalksTable["state"], string> = {
  planned: "Not yet",
  held: "Yes",
  dropped: "No, and it will not",
};

/** Labels of actions in a case's history; notes are shown as text. */
export const entryLabels: Record<IncidentEntriesTable["kind"], string> = {
  note: "Added a note",
  facts: "Changed the facts",
  "talk-planned": "Planned a talk",
  "talk-changed": "Changed a planned talk",
  "talk-held": "Wrote what came of a talk",
  "talk-dropped": "Noted that a talk will not take place",
  closed: "Closed the case",
  reopened: "Opened the case again",
  "rated-again": "Rated the game 0 again, which opened the case again",
  exported: "Exported the case",
};

/** Messages for an unchanged incident. */
export const incidentProblemLabels: Record<Exclude<IncidentProblem, "not-found">, string> = {
  closed: "This case is closed. Open it again to change it.",
  "not-closed": "This case is open already.",
  erased: "The words of this case have been erased, so it takes no new ones.",
  "talk-planned": "A talk is planned. Write what came of it first, or that it will not take place.",
  "talk-done": "What came of this talk is written already, and stays as it is. Add a note instead.",
  "talk-day": "Choose a day from the game to today",
  unwritten: "Write what happened before you close the case.",
  "not-corrected": "The rating is still a 0. Write what was agreed instead.",
};

/** Names a case's next step in a few words. */
export function nextStepLabel(next: NextStep, today: string): string {
  switch (next.step) {
    case "none":
      return "";
    case "write":
      return "Write what happened";
    case "plan":
      return "Plan a talk";
    case "close":
      return "Close the case";
    case "close-corrected":
      return "Close it: the rating was corrected";
    case "talk": {
      const { who, with_whom, due_on } = next.talk;
      const day = formatDate(due_on, today);
      return next.overdue
        ? `Talk was due ${day}: ${who} with ${with_whom}`
        : `Talk by ${day}: ${who} with ${with_whom}`;
    }
  }
}

/** Returns 'today', '1 day', '12 days'. */
export function ageLabel(openedAt: string, at: Date): string {
  const days = Math.floor((at.getTime() - Date.parse(openedAt)) / DAY_MS);
  if (days < 1) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}

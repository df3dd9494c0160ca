import type { ImportReview, NamedTeam, ReviewedRow } from "../../../../domain/club/import-review.server.ts";
import { changeWords } from "../../../../domain/club/import-words.ts";
import { fieldName } from "../../../../domain/club/schedule-columns.ts";
import { DEFAULT_TIME, type PlannedGame } from "../../../../domain/club/schedule-plan.ts";
import { NAMES_AT_ONCE, NOT_OURS } from "../../../../domain/club/schedule-sides.ts";
import { sayClock, sayDate } from "../../../../domain/times.ts";

/** Rows of the file that the page shows (document 2, section 9); issues beyond these are in the download. */
const PREVIEW_ROWS = 20;
const ISSUES_SHOWN = 200;
const MISSING_SHOWN = 10;

const delimiterNames = { ",": "commas", ";": "semicolons", "\t": "tabs" } as const;
const encodingNames = { "utf-8": "UTF-8", "windows-1252": "Windows-1252" } as const;

/** A review as the page shows it, small whatever the size of the file. */
export function viewPreview(review: ImportReview, today: Date) {
  const { head, counts, rows, names, teams, missing } = review;
  const teamName = new Map(teams.map(({ id, name }) => [id, name]));
  const withIssues = rows.filter(({ issues }) => issues.length > 0);
  const hasTime = head.columns.some(({ field }) => field === "time");
  return {
    source: head.source,
    written: `${encodingNames[head.encoding]}, separated by ${delimiterNames[head.delimiter]}`,
    rowCount: head.rowCount,
    columns: head.columns.map(({ field, header }) => ({ header, field: fieldName[field] })),
    ignored: head.ignored.slice(0, 40),
    defaultTime: hasTime ? null : sayClock(DEFAULT_TIME),
    counts,
    rows: rows.slice(0, PREVIEW_ROWS).map((row) => viewRow(row, teamName, today)),
    issues: withIssues.slice(0, ISSUES_SHOWN).map(({ row, status, issues }) => ({
      line: row.line,
      status,
      text: issues.map(({ text }) => text).join("; "),
    })),
    issueCount: withIssues.length,
    openNames: names
      .filter(({ open }) => open)
      .slice(0, NAMES_AT_ONCE)
      .map((name) => viewName(name, review)),
    foundNames: names
      .filter(({ open }) => !open)
      .slice(0, NAMES_AT_ONCE)
      .map((name) => viewName(name, review)),
    missing: missing
      .slice(0, MISSING_SHOWN)
      .map((game) => `${teamName.get(game.team_id)} against ${game.opponent}, ${sayDate(game.date, today)}`),
    missingCount: missing.length,
  };
}

export type PreviewView = ReturnType<typeof viewPreview>;

function viewRow({ row, status, issues, games }: ReviewedRow, teamName: Map<string, string>, today: Date) {
  const { cells } = row;
  const [first] = games;
  const time = first?.file.time;
  return {
    line: row.line,
    status,
    team: games.map(({ file }) => teamName.get(file.teamId)).join(" and ") || cells.team || cells.home || "",
    opponent: games.length > 1 ? "each other" : (first?.file.opponent ?? cells.opponent ?? cells.away ?? ""),
    date: first ? sayDate(first.file.date, today) : (cells.date ?? ""),
    time: first ? (time === null ? "TBD" : time ? sayClock(time) : "") : (cells.time ?? ""),
    location: first?.file.location ?? cells.location ?? "",
    effect: games.length > 0 ? games.map((game) => effectWords(game, today)).join("; ") : "Not imported",
    issues: issues.map(({ text }) => text).join("; "),
  };
}

function effectWords({ effect }: PlannedGame, today: Date): string {
  switch (effect.kind) {
    case "add":
      return effect.values.status === "cancelled" ? "Added as cancelled" : "Added";
    case "change":
      return `Changed. ${effect.told.map((change) => changeWords(change, today)).join("; ")}`;
    case "same":
      return "Unchanged";
    case "none":
      return "Not imported";
  }
}

/** A name of the file with the teams that it can be: those like it first. */
function viewName({ key, text, about, rows, near, open, teamId }: NamedTeam, { teams, head }: ImportReview) {
  const alike = new Set(near);
  const sorted = [...teams.filter(({ id }) => alike.has(id)), ...teams.filter(({ id }) => !alike.has(id))];
  const chosen = head.choices[key];
  const automatic = teams.find(({ id }) => id === teamId);
  return {
    key,
    text,
    about,
    rows,
    open,
    near: near.length > 0,
    value: chosen ?? teamId ?? "auto",
    found: automatic?.name ?? null,
    choices: sorted.map(({ id, name, ageGroup, gender, season }) => ({
      value: id,
      label: `${name} (${ageGroup} ${gender}, ${season})`,
    })),
    notOurs: NOT_OURS,
  };
}

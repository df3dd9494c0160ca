import type { FileTeam, ReviewedRow } from "#app/domain/club/schedule-import/import-review.server.ts";
import { effectLabel } from "#app/domain/club/schedule-import/labels.ts";
import { DEFAULT_TIME } from "#app/domain/club/schedule-import/planned-game.ts";
import type { PreviewSummary } from "#app/domain/club/schedule-import/preview-summary.ts";
import { fieldName } from "#app/domain/club/schedule-import/schedule-columns.ts";
import { OTHER_CLUB } from "#app/domain/club/schedule-import/schedule-file.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";

const delimiterNames = { ",": "commas", ";": "semicolons", "\t": "tabs" } as const;
const encodingNames = { "utf-8": "UTF-8", "windows-1252": "Windows-1252" } as const;
const IGNORED_SHOWN = 40;

/** A preview's summary in the page's words. */
export function previewData(summary: PreviewSummary, today: Date) {
  const { head, counts, firstRows, issueRows, issueCount, missing, missingCount } = summary;
  const teamNames = new Map(summary.clubTeams.map(({ id, name }) => [id, name]));
  const hasTime = head.columns.some(({ field }) => field === "time");
  return {
    source: head.source,
    format: `${encodingNames[head.encoding]}, separated by ${delimiterNames[head.delimiter]}`,
    rowCount: head.rowCount,
    columns: head.columns.map(({ field, header }) => ({ header, field: fieldName[field] })),
    ignored: head.ignored.slice(0, IGNORED_SHOWN),
    defaultTime: hasTime ? null : formatClock(DEFAULT_TIME),
    counts,
    rows: firstRows.map((row) => rowData(row, teamNames, today)),
    issues: issueRows.map(({ row, status, issues }) => ({
      line: row.line,
      status,
      text: issues.map(({ text }) => text).join("; "),
    })),
    issueCount,
    unresolvedTeams: summary.unresolvedTeams.map((team) => teamData(team, summary)),
    resolvedTeams: summary.resolvedTeams.map((team) => teamData(team, summary)),
    missing: missing.map(
      (game) => `${teamNames.get(game.team_id)} against ${game.opponent}, ${formatDate(game.date, today)}`,
    ),
    missingCount,
  };
}

export type PreviewData = ReturnType<typeof previewData>;

function rowData({ row, status, games }: ReviewedRow, teamNames: Map<string, string>, today: Date) {
  const { cells } = row;
  const file = games[0]?.file;
  const named = games.map((game) => teamNames.get(game.file.teamId)).join(" and ");
  const time = file?.time === null ? "TBD" : file?.time ? formatClock(file.time) : "";
  return {
    line: row.line,
    status,
    team: named || cells.team || cells.home || "",
    opponent: games.length > 1 ? "each other" : (file?.opponent ?? cells.opponent ?? cells.away ?? ""),
    date: file ? formatDate(file.date, today) : (cells.date ?? ""),
    time: file ? time : (cells.time ?? ""),
    location: file?.location ?? cells.location ?? "",
    effect: games.map(({ effect }) => effectLabel(effect, today)).join("; ") || "Not imported",
  };
}

/** A name of the file with the teams that it can be: similar ones first. */
function teamData(team: FileTeam, { clubTeams, head }: PreviewSummary) {
  const { key, text, about, rowCount, similar, unresolved, teamId } = team;
  const sorted = [...clubTeams].sort(
    (a, b) => Number(similar.includes(b.id)) - Number(similar.includes(a.id)),
  );
  return {
    key,
    text,
    about,
    rowCount,
    unresolved,
    hasSimilar: similar.length > 0,
    value: head.choices[key] ?? teamId ?? "auto",
    found: clubTeams.some(({ id }) => id === teamId),
    choices: sorted.map(({ id, name, ageGroup, gender, season }) => ({
      value: id,
      label: `${name} (${ageGroup} ${gender}, ${season})`,
    })),
    otherClub: OTHER_CLUB,
  };
}

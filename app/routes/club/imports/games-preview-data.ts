import { gameTitle } from "#app/domain/club/games/labels.ts";
import type { PreviewSummary, ReviewedRow } from "#app/domain/club/schedule-import/import-review.server.ts";
import { effectLabel } from "#app/domain/club/schedule-import/labels.ts";
import { DEFAULT_TIME } from "#app/domain/club/schedule-import/planned-game.ts";
import { fieldName } from "#app/domain/club/schedule-import/schedule-file.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";
import { readDate } from "#app/domain/values/written-dates.ts";
import { formatLabel } from "./format-label.ts";

const IGNORED_SHOWN = 40;

/** Formats a preview's summary for its page. `today` is the club's date. */
export function gamesPreviewData(summary: PreviewSummary, today: string) {
  const { head, counts, firstRows, issueGroups, issueCount, missing, missingCount, asked, askedCount } =
    summary;
  const teamNames = new Map(summary.clubTeams.map(({ id, name }) => [id, name]));
  const hasTime = head.columns.some(({ field }) => field === "time");
  return {
    source: head.source,
    format: formatLabel(head.format),
    rowCount: head.rowCount,
    columns: head.columns.map(({ field, header }) => ({ header, field: fieldName[field] })),
    ignored: head.ignored.slice(0, IGNORED_SHOWN),
    defaultTime: hasTime ? null : formatClock(DEFAULT_TIME),
    counts,
    rows: firstRows.map((row) => rowData(row, teamNames, today)),
    issueGroups,
    issueCount,
    newTeams: (head.newTeams ?? []).map(({ name }) => name),
    openTeams: summary.openTeams.map(({ names, rowCount }) => ({ name: names[0] ?? "", rowCount })),
    hasTeams: summary.openTeams.length + summary.resolvedTeams.length > 0,
    hasSides: summary.hasSides,
    strangers: summary.strangers,
    dates: unsureDates(summary, today),
    missing: missing.map(
      (game) => `${teamNames.get(game.team_id)} against ${game.opponent}, ${formatDate(game.date, today)}`,
    ),
    missingCount,
    asked: asked.map(({ game, word }) => ({
      value: game.id,
      label: `${gameTitle({ ...game, team_name: teamNames.get(game.team_id) ?? "" })}, ${formatDate(game.date, today)}: "${word}"`,
    })),
    askedCount,
  };
}

/** Returns both readings of the file's first date if every date can be read both ways. */
function unsureDates({ head, firstRows }: PreviewSummary, today: string) {
  if (!head.dates?.unsure) return null;
  const { dayFirst, near } = head.dates;
  const example = firstRows.find(({ row }) => /^\D{0,12}\d/.test(row.cells.date ?? ""))?.row.cells.date ?? "";
  const shown = (way: boolean) => {
    const read = readDate(example, { dayFirst: way, near });
    return read ? formatDate(read.date, today) : "no date";
  };
  return { example, dayFirst, read: shown(dayFirst), other: shown(!dayFirst) };
}

export type GamesPreviewData = ReturnType<typeof gamesPreviewData>;

/** The columns of a row's cells. */
export const rowColumns = [
  { name: "Team" },
  { name: "Opponent" },
  { name: "Date and time" },
  { name: "Location" },
];

function rowData({ row, status, games }: ReviewedRow, teamNames: Map<string, string>, today: string) {
  const { cells } = row;
  const file = games[0]?.file;
  const named = games.map((game) => teamNames.get(game.file.teamId)).join(" and ");
  const time = file?.time === null ? "TBD" : file?.time ? formatClock(file.time) : "";
  return {
    line: row.line,
    status,
    cells: [
      named || cells.team || cells.home || "",
      games.length > 1 ? "each other" : (file?.opponent ?? cells.opponent ?? cells.away ?? ""),
      [file ? formatDate(file.date, today) : cells.date, file ? time : cells.time].filter(Boolean).join(", "),
      file?.location ?? cells.location ?? "",
    ],
    effect: games.map(({ effect }) => effectLabel(effect, today)).join("; ") || "Not imported",
  };
}

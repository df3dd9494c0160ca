import type { ImportDigest } from "#app/domain/club/schedule-import/import-digest.ts";
import type { NamedTeam, ReviewedRow } from "#app/domain/club/schedule-import/import-review.server.ts";
import { changeLabel } from "#app/domain/club/schedule-import/labels.ts";
import { fieldName } from "#app/domain/club/schedule-import/schedule-columns.ts";
import { DEFAULT_TIME, type PlannedGame } from "#app/domain/club/schedule-import/schedule-plan.ts";
import { NOT_OURS } from "#app/domain/club/schedule-import/schedule-sides.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";

const delimiterNames = { ",": "commas", ";": "semicolons", "\t": "tabs" } as const;
const encodingNames = { "utf-8": "UTF-8", "windows-1252": "Windows-1252" } as const;

/** What of a review is shown, in the page's words. */
export function viewPreview(digest: ImportDigest, today: Date) {
  const { head, counts, firstRows, issueRows, issueCount, teams, missing, missingCount } = digest;
  const teamName = new Map(teams.map(({ id, name }) => [id, name]));
  const hasTime = head.columns.some(({ field }) => field === "time");
  return {
    source: head.source,
    written: `${encodingNames[head.encoding]}, separated by ${delimiterNames[head.delimiter]}`,
    rowCount: head.rowCount,
    columns: head.columns.map(({ field, header }) => ({ header, field: fieldName[field] })),
    ignored: head.ignored.slice(0, 40),
    defaultTime: hasTime ? null : formatClock(DEFAULT_TIME),
    counts,
    rows: firstRows.map((row) => viewRow(row, teamName, today)),
    issues: issueRows.map(({ row, status, issues }) => ({
      line: row.line,
      status,
      text: issues.map(({ text }) => text).join("; "),
    })),
    issueCount,
    openNames: digest.openNames.map((name) => viewName(name, digest)),
    foundNames: digest.foundNames.map((name) => viewName(name, digest)),
    missing: missing.map(
      (game) => `${teamName.get(game.team_id)} against ${game.opponent}, ${formatDate(game.date, today)}`,
    ),
    missingCount,
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
    date: first ? formatDate(first.file.date, today) : (cells.date ?? ""),
    time: first ? (time === null ? "TBD" : time ? formatClock(time) : "") : (cells.time ?? ""),
    location: first?.file.location ?? cells.location ?? "",
    effect: games.length > 0 ? games.map((game) => effectLabel(game, today)).join("; ") : "Not imported",
    issues: issues.map(({ text }) => text).join("; "),
  };
}

function effectLabel({ effect }: PlannedGame, today: Date): string {
  switch (effect.kind) {
    case "add":
      return effect.values.status === "cancelled" ? "Added as cancelled" : "Added";
    case "change":
      return `Changed. ${effect.told.map((change) => changeLabel(change, today)).join("; ")}`;
    case "same":
      return "Unchanged";
    case "none":
      return "Not imported";
  }
}

/** A name of the file with the teams that it can be: those like it first. */
function viewName({ key, text, about, rows, near, open, teamId }: NamedTeam, { teams, head }: ImportDigest) {
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

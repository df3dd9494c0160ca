import { satisfactionLabel } from "#app/domain/club/pulse/labels.ts";
import { coverageLabel, percent, shareLabel } from "#app/domain/club/reports/labels.ts";
import { FEW_GAMES, REFERENCE, shareOf } from "#app/domain/club/reports/report.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMonthDay } from "#app/domain/values/times.ts";
import { bestImprovements, type SeasonReport, seasonTotals } from "./season-report.ts";
import type { SeasonProblem } from "./seasons.server.ts";
import { progressOf, type SeasonStatus } from "./seasons.ts";

export const statusName: Record<SeasonStatus, string> = {
  upcoming: "Upcoming",
  active: "Active",
  completed: "Completed",
  archived: "Archived",
};

/** Returns 'Aug 1 to Dec 31', with the years where one is not this one. @param today YYYY-MM-DD */
export const spanLabel = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }, today: string) =>
  `${formatMonthDay(startsOn, endsOn.slice(0, 4) === startsOn.slice(0, 4) ? startsOn : today)} to ${formatMonthDay(endsOn, today)}`;

/** Returns 'Hawks', 'Hawks and Otters', 'Hawks, Otters and 3 more'. */
export function namesLabel(names: readonly string[], all = names.length): string {
  const [first = "", second = ""] = names;
  if (all <= 1) return first;
  if (all === 2) return `${first} and ${second}`;
  return `${first}, ${second} and ${count(all - 2)} more`;
}

/** Returns why a season is refused, at its field. @param today YYYY-MM-DD */
export function seasonProblem(refused: SeasonProblem, name: string, today: string): Record<string, string> {
  switch (refused.problem) {
    case "name-taken":
      return { name: `There is already a season called ${name}. Use another name.` };
    case "no-teams":
      return { teamIds: "Choose at least one team, or choose all teams" };
    case "overlap": {
      const whose = refused.teams.length === 0 ? "all teams" : namesLabel(refused.teams);
      return {
        [refused.field]: `${refused.season} (${spanLabel(refused.span, today)}) already has some of these days for ${whose}. A team has one season at a time: choose other dates or teams.`,
      };
    }
  }
}

/** Returns '34 of 48 games played'; without planned games '3 of 50 games, the usual number: none is planned'. */
export function progressLabel({ played, of, assumed }: ReturnType<typeof progressOf>): string {
  return assumed
    ? `${count(played)} of ${count(of)} games, the usual number, because none is planned`
    : `${count(played)} of ${pluralize(of, "planned game")} played`;
}

/** Sentences of a season's page, PDF and email (product/seasons.md#seasons). */
export interface SeasonWords {
  /** 'Perfect in 28 of 38 rated games, 74% (likely 58% to 85%). 40 of 48 planned games played.' */
  results: string;
  /** '38 of 40 games rated (95%)' */
  coverage: string;
  /** 'of 20, over 38 rated games' */
  average: string;
  /** The best improvements, each of a team. */
  improved: { teamId: string; name: string; text: string }[];
  /** Note on missing improvements, or on what is left out; '' for neither. */
  improvedNote: string;
  incidents: string;
  /** Summary of the parents' answers. */
  parents: string;
  /** 'The season's sidelines were rated by 3 volunteers:'; '' without raters. */
  thanks: string;
  raters: { id: string; text: string }[];
}

/** Says a season in words. */
export function seasonWords({ season, teams, incidents, raters, parents }: SeasonReport): SeasonWords {
  const totals = seasonTotals(teams);
  const { played, rated, scheduled, perfect, major } = totals;
  const progress = progressLabel(progressOf({ played, scheduled, planned: season.plannedGames }));
  const share =
    rated === 0
      ? "No game has a final score yet"
      : `Perfect in ${shareLabel(shareOf(perfect, rated), perfect, rated)}`;
  return {
    results: played === 0 ? `No game was played: ${progress}.` : `${share}. ${progress}.`,
    coverage: coverageLabel({ played, rated, sealed: 0 }),
    average:
      rated < FEW_GAMES
        ? `${pluralize(rated, "game")}: too few to say`
        : `of 20, over ${pluralize(rated, "rated game")}`,
    ...improvementWords(teams),
    incidents: incidentsLabel(incidents, major),
    parents: parents
      ? `Parent satisfaction: ${satisfactionLabel(parents)}. The reference is ${REFERENCE.satisfaction}%.`
      : "No question to parents was closed in this season, or too few answered to show it.",
    thanks:
      raters.length === 0
        ? ""
        : `The season's sidelines were rated by ${pluralize(raters.length, "volunteer")}:`,
    raters: raters.map(({ id, name, games }) => ({ id, text: `${name}, ${pluralize(games, "game")}` })),
  };
}

function improvementWords(teams: SeasonReport["teams"]): Pick<SeasonWords, "improved" | "improvedNote"> {
  const { best, compared } = bestImprovements(teams);
  const rated = teams.filter(({ scores }) => scores.length > 0).length;
  const few = "Teams with fewer than five rated games in each half are left out: too few to say.";
  const none = compared > 0 && best.length === 0 ? "No team's second half was better than its first." : "";
  return {
    improved: best.map(({ teamId, name, first, second, games }) => ({
      ...{ teamId, name },
      text: `from ${formatAverage(first)} to ${formatAverage(second)} points a game, the first ${count(games)} rated games against the last ${count(games)}`,
    })),
    improvedNote:
      compared === 0
        ? `Too few to say: no team has ${2 * FEW_GAMES} rated games, five in each half of the season.`
        : [none, compared < rated ? few : ""].filter(Boolean).join(" "),
  };
}

/** Note on more or fewer cases than final scores of 0. */
const CASES_DIFFER =
  "Any 0 that is given opens a case, also where the final score is another, and a 0 may have none any more.";

/** Sums up a season's cases: any 0 opens one; a major incident is a final score of 0 (product/ratings.md#incidents). */
function incidentsLabel({ cases, talkedTo, closed, talks }: SeasonReport["incidents"], major: number) {
  const scores =
    major === 0 ? "There was no major incident" : `${pluralize(major, "major incident")} as a final score`;
  if (cases === 0) return major === 0 ? `${scores}.` : `${scores}. No case is kept.`;
  const open = cases - talkedTo - closed;
  const done =
    closed === cases
      ? "all closed"
      : `${count(closed)} closed (${percent(closed / cases)}), ${count(talkedTo)} talked about, ${count(open)} open`;
  const held = talks === 0 ? "No repair talk is noted" : `${pluralize(talks, "repair talk")} held`;
  const differ = cases === major ? "" : ` ${CASES_DIFFER}`;
  return `${scores}. ${pluralize(cases, "case")}: ${done}. ${held}.${differ}`;
}

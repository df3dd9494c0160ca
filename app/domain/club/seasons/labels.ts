import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMonthDay } from "#app/domain/values/times.ts";
import type { SeasonProblem } from "./seasons.server.ts";
import type { progressOf, SeasonStatus } from "./seasons.ts";

export const statusName: Record<SeasonStatus, string> = {
  upcoming: "Upcoming",
  active: "Active",
  completed: "Completed",
  archived: "Archived",
};

/** 'Aug 1 to Dec 31', with the years where one is not this one. @param today YYYY-MM-DD */
export const spanLabel = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }, today: string) =>
  `${formatMonthDay(startsOn, endsOn.slice(0, 4) === startsOn.slice(0, 4) ? startsOn : today)} to ${formatMonthDay(endsOn, today)}`;

/** 'Hawks', 'Hawks and Otters', 'Hawks, Otters and 3 more' */
export function namesLabel(names: readonly string[], all = names.length): string {
  const [first = "", second = ""] = names;
  if (all <= 1) return first;
  if (all === 2) return `${first} and ${second}`;
  return `${first}, ${second} and ${count(all - 2)} more`;
}

/** Why a season is refused, at its field. @param today YYYY-MM-DD */
export function seasonProblem(refused: SeasonProblem, name: string, today: string): Record<string, string> {
  switch (refused.problem) {
    case "name-taken":
      return { name: `There is already a season called ${name}. Use another name.` };
    case "no-teams":
      return { teamIds: "Tick at least one team, or choose all teams" };
    case "overlap": {
      const whose = refused.teams.length === 0 ? "all teams" : namesLabel(refused.teams);
      return {
        [refused.field]: `${refused.season} (${spanLabel(refused.span, today)}) already has some of these days for ${whose}. A team has one season at a time: choose other dates or teams.`,
      };
    }
  }
}

/** '34 of 48 games played'; without planned games '3 of 50 games, the usual number: none is planned' */
export function progressLabel({ played, of, assumed }: ReturnType<typeof progressOf>): string {
  return assumed
    ? `${count(played)} of ${count(of)} games, the usual number, because none is planned`
    : `${count(played)} of ${pluralize(of, "planned game")} played`;
}

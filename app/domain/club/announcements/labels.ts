import { pluralize } from "#app/domain/values/pluralize.ts";
import { ANNOUNCEMENTS_A_DAY, type Announcement, type Audience } from "./announcements.ts";

export const audienceLabels: Record<Audience, string> = {
  everybody: "Everybody: managers, coaches and administrators",
  managers: "All managers",
  coaches: "All coaches",
  teams: "The managers and coaches of chosen teams",
};

export const announcementLimitLabel = `Your club has sent ${ANNOUNCEMENTS_A_DAY} announcements in the last 24 hours, which is the limit. Please try again tomorrow.`;

/** Returns 'All coaches', 'Hawks, Otters and 2 more teams'. */
export function audienceLabel(
  { audience, teamIds }: Pick<Announcement, "audience" | "teamIds">,
  teamNames: ReadonlyMap<string, string>,
): string {
  if (audience !== "teams") return audienceLabels[audience];
  const names = teamIds.flatMap((id) => teamNames.get(id) ?? []);
  const rest = teamIds.length - Math.min(names.length, NAMED);
  const named = names.slice(0, NAMED).join(", ");
  if (rest === 0) return named;
  return named === ""
    ? pluralize(rest, "team")
    : `${named} and ${pluralize(rest, "more team", "more teams")}`;
}

const NAMED = 3;

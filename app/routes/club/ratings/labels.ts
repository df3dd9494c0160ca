import type { ClubUser } from "#app/domain/club/staff/club-user.ts";
import { ratedAsName, roleName } from "#app/domain/club/staff/labels.ts";
import { sealedPart } from "#app/domain/club/stats/stats.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";

/** '3 of 5 games rated, 1 of them sealed; 2 perfect.' */
export function summarySentence(summary: {
  played: number;
  rated: number;
  sealed: number;
  perfect: number;
}): string {
  const { played, rated, sealed, perfect } = summary;
  if (played === 0) return "No game has been played yet.";
  return `${count(rated)} of ${pluralize(played, "game")} rated${sealedPart(sealed)}; ${count(perfect)} perfect.`;
}

/** 'Head Coach and Team Manager': a coach's rank decides whose rating replaces whose. */
export function userTitles(user: ClubUser): string {
  if (user.role === "club_admin") return roleName.club_admin;
  const titles = user.assignments.map(({ coachRole }) => ratedAsName[coachRole ?? "manager"]);
  return [...new Set(titles)].join(" and ");
}

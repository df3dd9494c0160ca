import { teamNameKey } from "#app/domain/club/teams/teams.ts";
import { type AgeGroup, ageGroups, type Gender } from "#app/domain/values/age-groups.ts";
import { wordsOf } from "#app/domain/values/names.ts";
import { coreName, withoutClub } from "./team-names.ts";

/** The teams that a file has and the club has not (product/imports.md#imports). Pure. */

/** A name of the file without a team, with what its rows say. */
export interface OpenName {
  key: string;
  text: string;
  age: AgeGroup | null;
  gender: Gender | null;
  rowCount: number;
  similar: readonly string[];
}

/** One team under all the names that the file has for it. */
export interface TeamProposal {
  keys: string[];
  /** The spellings, the shortest first. */
  names: string[];
  rowCount: number;
  /** The club's teams with a similar name. */
  similar: string[];
  /** The team to create; null where the file does not say. */
  team: { name: string; ageGroup: AgeGroup | null; gender: Gender | null };
  /** True if the age group is computed from a birth year, which is ambiguous by one. */
  fromBirthYear: boolean;
}

/**
 * Groups the names that mean one team ('Hawks', 'Hawks U12B') and reads each team's name, age group and gender.
 * @param about.season 'Fall 2026'; `taken`: keys of the season's team names (`teamNameKey`)
 */
export function proposeTeams(
  open: readonly OpenName[],
  about: { clubNames: readonly string[]; season: string; taken: ReadonlySet<string> },
): TeamProposal[] {
  const clubs = about.clubNames.map(wordsOf);
  const parts = open.map((name) => {
    const core = coreName(name.text, clubs);
    return { ...name, core: core.key, age: core.age ?? name.age, gender: core.gender ?? name.gender };
  });
  const groups: (typeof parts)[] = [];
  // A name without age or gender joins the one group that it fits.
  const exactness = ({ age, gender }: (typeof parts)[number]) =>
    Number(age === null) + Number(gender === null);
  for (const part of parts.sort((a, b) => exactness(a) - exactness(b))) {
    const fitting = groups.filter(
      ([first]) =>
        first &&
        part.core !== "" &&
        first.core === part.core &&
        (part.age === null || first.age === part.age) &&
        (part.gender === null || first.gender === part.gender),
    );
    if (fitting.length === 1) fitting[0]?.push(part);
    else groups.push([part]);
  }
  const taken = new Set(about.taken);
  return groups
    .map((group) => {
      const names = [...new Set(group.map(({ text }) => text))].sort((a, b) => a.length - b.length);
      const [first] = group;
      const birth = first?.age ? null : birthYearIn(names);
      const ageGroup = first?.age ?? (birth === null ? null : ageOf(birth, about.season));
      return {
        keys: group.map(({ key }) => key),
        names,
        rowCount: group.reduce((sum, { rowCount }) => sum + rowCount, 0),
        similar: [...new Set(group.flatMap(({ similar }) => similar))],
        team: {
          name: withoutClub(names[0] ?? "", clubs).slice(0, 80),
          ageGroup,
          gender: first?.gender ?? null,
        },
        fromBirthYear: birth !== null && ageGroup !== null,
      };
    })
    .sort((a, b) => b.rowCount - a.rowCount)
    .map((proposal) => ({ ...proposal, team: { ...proposal.team, name: freeName(proposal.team, taken) } }));
}

/** Returns a free name, since two teams of a season cannot share one: then the age group and gender come first. */
function freeName({ name, ageGroup, gender }: TeamProposal["team"], taken: Set<string>): string {
  const longer = [ageGroup, gender, name].filter(Boolean).join(" ").slice(0, 80);
  const free = [name, longer].find((candidate) => !taken.has(teamNameKey(candidate))) ?? longer;
  taken.add(teamNameKey(free));
  return free;
}

function birthYearIn(names: readonly string[]): number | null {
  const year = names.flatMap((name) => wordsOf(name).filter((word) => /^20[012]\d$/.test(word)))[0];
  return year ? Number(year) : null;
}

/** Returns the group of most players of a birth year: that of the year in which the season's school year ends. */
function ageOf(birthYear: number, season: string): AgeGroup | null {
  const year = Number(season.slice(-4)) + (season.startsWith("Fall") ? 1 : 0);
  return ageGroups.find((group) => group === `U-${year - birthYear}`) ?? null;
}

import type { FileTeam, TeamQuestions } from "#app/domain/club/imports/file-teams.ts";
import { CREATE, MAX_KEYS, NO_TEAM_NAME, OTHER_CLUB } from "#app/domain/club/imports/import-file.ts";
import type { TeamProposal } from "#app/domain/club/imports/team-proposals.ts";
import { teamNameKey } from "#app/domain/club/teams/teams.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";

/** Formats the names of a file that are the club's teams, or may be. */
export function teamsData(
  questions: TeamQuestions,
  former: readonly FormerTeam[],
  words: { creates: boolean; withoutTeam: string },
) {
  const { season, openTeams, resolvedTeams } = questions;
  return {
    season,
    open: openTeams.map((team) => ({
      ...openData(team, questions, words),
      former: formerTeam(team, season, former),
    })),
    resolved: resolvedTeams.map((team) => resolvedData(team, questions, words)),
  };
}

export type OpenTeam = ReturnType<typeof openData> & { former: ReturnType<typeof formerTeam> };
export type ResolvedTeam = ReturnType<typeof resolvedData>;

const AUTO = "auto";
const notOurs = { value: OTHER_CLUB, label: "Not one of our teams" };

/**
 * Formats an open name.
 * @param words.creates whether creating is preselected if no team is similar; `withoutTeam`: the other answer
 */
function openData(
  proposal: TeamProposal,
  { clubTeams }: TeamQuestions,
  words: { creates: boolean; withoutTeam: string },
) {
  const { keys, names, rowCount, similar, team, fromBirthYear } = proposal;
  const [text = "", ...spellings] = names;
  const unnamed = keys.includes(NO_TEAM_NAME);
  const others = spellings.map((name) => `"${name}"`).join(", ");
  const hints = [
    pluralize(rowCount, "row"),
    spellings.length > 0 ? `also written ${others}` : "",
    similar.length > 0 ? "similar to a team of yours" : "",
  ];
  const unsure = `Choose one, or ${words.withoutTeam.charAt(0).toLowerCase()}${words.withoutTeam.slice(1)}`;
  const create = { value: CREATE, label: `Create the team "${team.name}"` };
  return {
    keys: keysThatFit(keys),
    text,
    label: unnamed ? "Rows that name no team" : `"${text}"`,
    hint: hints.filter(Boolean).join(", "),
    value: words.creates && similar.length === 0 && !unnamed ? CREATE : AUTO,
    choices: [
      ...(unnamed ? [] : [create]),
      { value: AUTO, label: unnamed ? "Choose one" : similar.length > 0 ? unsure : words.withoutTeam },
      ...ownTeams(clubTeams, similar),
      ...(unnamed ? [] : [notOurs]),
    ],
    create: unnamed ? null : { ...team, fromBirthYear },
  };
}

interface FormerTeam {
  id: string;
  name: string;
  season: string;
  status: "active" | "archived" | "deleted";
}

/** Finds the archived or deleted team that would be created anew. */
function formerTeam({ team }: TeamProposal, season: string, former: readonly FormerTeam[]) {
  const found = former.find(
    (known) => known.season === season && teamNameKey(known.name) === teamNameKey(team.name),
  );
  return found ? { id: found.id, name: found.name, status: found.status } : null;
}

/** Joins as many keys as one field takes; further spellings are matched by their name. */
function keysThatFit(keys: readonly string[]): string {
  let joined = "";
  for (const key of keys) {
    const longer = joined === "" ? key : `${joined},${key}`;
    if (longer.length <= MAX_KEYS) joined = longer;
  }
  return joined;
}

/** Formats a name with a team, or one that was declined. */
function resolvedData(team: FileTeam, { clubTeams, choices }: TeamQuestions, words: { withoutTeam: string }) {
  const { key, text, age, gender, rowCount, similar, teamId, declined } = team;
  const found = clubTeams.find(({ id }) => id === teamId);
  const about = [age, gender].filter(Boolean).join(" ");
  return {
    keys: key,
    text,
    label: `"${text}"`,
    hint: [about, pluralize(rowCount, "row")].filter(Boolean).join(", "),
    value: choices[key] ?? (declined ? OTHER_CLUB : AUTO),
    choices: [
      { value: AUTO, label: found ? `As found: ${found.name}` : words.withoutTeam },
      ...ownTeams(clubTeams, similar),
      notOurs,
    ],
  };
}

/** Lists the club's teams, similar ones first. */
function ownTeams(teams: TeamQuestions["clubTeams"], similar: readonly string[]) {
  // A phone truncates a long choice: the season is named only if it tells teams apart.
  const seasons = new Set(teams.map(({ season }) => season));
  const about = (team: (typeof teams)[number]) =>
    [`${team.ageGroup} ${team.gender}`, ...(seasons.size > 1 ? [team.season] : [])].join(", ");
  return [...teams]
    .sort((a, b) => Number(similar.includes(b.id)) - Number(similar.includes(a.id)))
    .map((team) => ({ value: team.id, label: `${team.name} (${about(team)})` }));
}

import { teamNameKey } from "#app/domain/club/teams/teams.ts";
import { MAX_TEAM_NAMES, type TeamChoices, type TeamMention } from "./import-file.ts";
import type { ClubTeam } from "./team-match.ts";
import { proposeTeams, type TeamProposal } from "./team-proposals.ts";

/** The teams that a file names, and what the club is asked about them (product/imports.md#imports). Pure. */

/** A name in the file that is, or may be, one of the club's teams. */
export interface FileTeam extends Omit<TeamMention, "otherClub"> {
  rowCount: number;
  /** True if the user has to choose a team for some rows. */
  unresolved: boolean;
}

/**
 * Lists names that are ours, may be ours, or were declined; those that rows depend on first.
 * @param isPlaced whether a row is imported without an answer
 */
export function fileTeamsOf<Row extends { mentions: readonly TeamMention[] }>(
  rows: readonly Row[],
  isPlaced: (row: Row) => boolean,
): FileTeam[] {
  const byKey = new Map<string, FileTeam>();
  for (const row of rows) {
    const { mentions } = row;
    const withoutTeam = !isPlaced(row) && mentions.every(({ teamId }) => teamId === null);
    for (const mention of mentions) {
      if (mention.otherClub) continue;
      let team = byKey.get(mention.key);
      if (!team) {
        // Once a name: an object that another is spread into is slow to make.
        const { otherClub: _, ...said } = mention;
        team = { ...said, rowCount: 0, unresolved: false };
        byKey.set(mention.key, team);
      }
      team.rowCount += 1;
      team.unresolved ||= withoutTeam && !mention.declined && (mention.ours || mention.similar.length > 0);
    }
  }
  return [...byKey.values()]
    .filter(
      ({ teamId, similar, unresolved, declined }) =>
        teamId !== null || similar.length > 0 || unresolved || declined,
    )
    .sort((a, b) => rank(a) - rank(b) || b.rowCount - a.rowCount);
}

function rank({ unresolved, similar, teamId }: FileTeam): number {
  if (unresolved) return similar.length > 0 ? 0 : 1;
  return teamId ? 2 : 3;
}

/** Questions of a page about a file's teams. */
export interface TeamQuestions {
  /** The season of the teams that the file has and the club has not. */
  season: string;
  openTeams: TeamProposal[];
  resolvedTeams: FileTeam[];
  clubTeams: ClubTeam[];
  choices: TeamChoices;
}

/**
 * Returns the questions of one form: names that were not asked about yet come first.
 * @param of.clubNames the club's own name, and others that files have for it
 */
export function teamQuestions(of: {
  fileTeams: readonly FileTeam[];
  clubTeams: ClubTeam[];
  clubNames: readonly string[];
  choices: TeamChoices;
  season: string;
}): TeamQuestions & { openCount: number; unaskedCount: number; hasOwn: boolean } {
  const { fileTeams, clubTeams, clubNames, choices, season } = of;
  const taken = clubTeams.filter((team) => team.season === season).map(({ name }) => teamNameKey(name));
  const open = fileTeams.filter(({ unresolved }) => unresolved);
  const proposals = proposeTeams(open, { clubNames, season, taken: new Set(taken) });
  const wasAsked = ({ keys }: TeamProposal) => keys.some((key) => choices[key] !== undefined);
  const unasked = proposals.filter((proposal) => !wasAsked(proposal));
  const openTeams = [...unasked, ...proposals.filter(wasAsked)].slice(0, MAX_TEAM_NAMES);
  // One form has room for this many names in all.
  const room = MAX_TEAM_NAMES - openTeams.length;
  return {
    season,
    openTeams,
    openCount: proposals.length,
    unaskedCount: unasked.length,
    hasOwn: open.some(({ ours }) => ours),
    resolvedTeams: fileTeams.filter(({ unresolved }) => !unresolved).slice(0, room),
    clubTeams,
    choices,
  };
}

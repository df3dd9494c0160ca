import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { teamChoices } from "#app/domain/club/ratings/rating-list.server.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import {
  PAGE_SIZE,
  teamRaterWork,
  type WaitingGame,
  waitingGames,
} from "#app/domain/club/reminders/unrated.server.ts";
import { type MissingSide, missingSides, waitingRaters } from "#app/domain/club/reminders/waiting.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import { dateAt, formatDate, formatShortMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Returns the teams of a list of waiting games: those that the user administers or manages, or the chosen one of them.
 */
export async function waitingScope({ db, user }: ClubContext, search: URLSearchParams) {
  const all = managedTeams(user);
  const teams =
    all === "all" ? await teamChoices(db) : user.assignments.filter(({ role }) => role === "manager");
  const teamId = teams.find((team) => team.teamId === search.get("team"))?.teamId ?? "";
  const choices = teams.map(({ teamId: id, teamName }) => ({ teamId: id, teamName }));
  const noScore = search.get("games") === "no-score";
  return { teams: choices, teamId, noScore, scope: teamId === "" ? all : [teamId] };
}

/** Loads unrated games with their raters, in the teams that the user administers or manages. */
export async function loadWaitingPage(ctx: ClubContext, search: URLSearchParams) {
  const { db, control, club, user } = ctx;
  const at = now();
  const today = dateAt(at, club.timezone);
  const { teams, teamId, noScore, scope } = await waitingScope(ctx, search);
  const page = pageNumber(search.get("page"));
  const [found, staff] = await Promise.all([
    waitingGames(db, scope, { page, noScore, at }),
    teamRaterWork(db, scope, { noScore, at }),
  ]);
  const raters = waitingRaters(staff);
  const people = await mailedPeople(control, club.code, {
    administrators: false,
    accountIds: raters.map(({ accountId }) => accountId),
  });
  const mailed = new Map(people.map((person) => [person.accountId, person]));
  return {
    teams,
    teamId,
    noScore,
    page,
    pages: Math.max(1, Math.ceil(found.total / PAGE_SIZE)),
    total: found.total,
    mayInvite: may(user.role, "staff.invite"),
    raters: raters.map(({ places, remindedAt, updatesOn, ...rater }) => {
      const person = mailed.get(rater.accountId);
      return {
        ...rater,
        places: places.map(
          ({ teamName, side, coachRole }) => `${staffTitle({ role: side, coachRole })}, ${teamName}`,
        ),
        reminded: remindedAt && formatDate(dateAt(remindedAt, club.timezone), today),
        state: !updatesOn
          ? ("team-off" as const)
          : !person || person.dead
            ? ("no-mail" as const)
            : !wants(person.preferences, "game-reminders")
              ? ("own-off" as const)
              : remindedAt && dateAt(remindedAt, club.timezone) === today
                ? ("today" as const)
                : ("open" as const),
      };
    }),
    groups: groupsOf(found.games, (game) => {
      const sides = missingSides(game, staff);
      const opens = opensAt(game);
      return {
        nobody: sides.filter(({ raters }) => raters.length === 0),
        game: {
          id: game.id,
          versus: opponentLabel(game),
          day: formatDate(game.date, today),
          waitsFor: sides.map(waitsFor).join(", "),
          opens: opens > at ? formatShortMoment(opens.toISOString(), club.timezone, at) : null,
        },
      };
    }),
  };
}

/** Returns 'Dana Whitfield or Luis Romero (coach)', or 'no coach yet' if nobody has joined. */
const waitsFor = ({ side, raters }: MissingSide): string =>
  raters.length === 0 ? `no ${side} yet` : `${raters.map(({ name }) => name).join(" or ")} (${side})`;

interface Group<Game> {
  teamId: string;
  teamName: string;
  /** Sides that nobody has joined. */
  nobody: Pick<MissingSide, "side" | "invited">[];
  games: Game[];
}

/** Groups consecutive games by team. */
function groupsOf<Game>(
  games: readonly WaitingGame[],
  view: (game: WaitingGame) => { game: Game; nobody: MissingSide[] },
): Group<Game>[] {
  const groups: Group<Game>[] = [];
  for (const waiting of games) {
    const { game, nobody } = view(waiting);
    let group = groups.at(-1);
    if (group?.teamId !== waiting.team_id) {
      group = { teamId: waiting.team_id, teamName: waiting.team_name, nobody: [], games: [] };
      groups.push(group);
    }
    group.games.push(game);
    for (const { side, invited } of nobody)
      if (!group.nobody.some((known) => known.side === side)) group.nobody.push({ side, invited });
  }
  return groups;
}

export type WaitingPage = Awaited<ReturnType<typeof loadWaitingPage>>;

function pageNumber(text: string | null): number {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}

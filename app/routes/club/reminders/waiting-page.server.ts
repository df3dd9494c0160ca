import { gameTitle } from "#app/domain/club/games/labels.ts";
import { sideName } from "#app/domain/club/ratings/labels.ts";
import { teamChoices } from "#app/domain/club/ratings/rating-list.server.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { PAGE_SIZE, teamRaterWork, waitingGames } from "#app/domain/club/reminders/unrated.server.ts";
import { missingSides, waitingRaters } from "#app/domain/club/reminders/waiting.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import { dateAt, formatGameTime, formatShortMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";

/** The teams of a list of waiting games: those that the user administers or manages, or the chosen one of them. */
export async function waitingScope({ db, user }: ClubContext, search: URLSearchParams) {
  const all = managedTeams(user);
  const teams =
    all === "all" ? await teamChoices(db) : user.assignments.filter(({ role }) => role === "manager");
  const teamId = teams.find((team) => team.teamId === search.get("team"))?.teamId ?? "";
  const choices = teams.map(({ teamId: id, teamName }) => ({ teamId: id, teamName }));
  return { teams: choices, teamId, scope: teamId === "" ? all : [teamId] };
}

/** What is unrated and by whom, in the teams that the user administers or manages. */
export async function loadWaitingPage(ctx: ClubContext, search: URLSearchParams) {
  const { db, control, club, user } = ctx;
  const at = now();
  const today = dateAt(at, club.timezone);
  const { teams, teamId, scope } = await waitingScope(ctx, search);
  const page = pageNumber(search.get("page"));
  const [found, staff] = await Promise.all([
    waitingGames(db, scope, { page, at }),
    teamRaterWork(db, scope, at),
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
        reminded: remindedAt && formatShortMoment(remindedAt, club.timezone, at),
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
    games: found.games.map((game) => ({
      id: game.id,
      teamId: game.team_id,
      title: gameTitle(game),
      when: formatGameTime(game, club.timezone, at),
      blindUntil:
        opensAt(game) > at ? formatShortMoment(opensAt(game).toISOString(), club.timezone, at) : null,
      missing: missingSides(game, staff).map(({ side, raters, invited }) => ({
        side,
        name: sideName[side],
        raters: raters.map(({ name }) => name),
        invited,
      })),
    })),
  };
}

export type WaitingPage = Awaited<ReturnType<typeof loadWaitingPage>>;

function pageNumber(text: string | null): number {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}

import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { notifiedIncidents } from "#app/domain/club/incidents/incidents.server.ts";
import { scoreLabels, sideName } from "#app/domain/club/ratings/labels.ts";
import {
  type CurrentRating,
  currentRatings,
  type NotifiedGame,
  notifiedGames,
} from "#app/domain/club/ratings/results.server.ts";
import { type NotifiedReward, notifiedRewards } from "#app/domain/club/rewards/earned.server.ts";
import { dollars } from "#app/domain/club/rewards/labels.ts";
import { type NotifiedSeason, notifiedSeasons } from "#app/domain/club/seasons/season-games.server.ts";
import { ratedAsName } from "#app/domain/club/staff/labels.ts";
import { stateRanks } from "#app/domain/control/leaderboard/state-ranks.server.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import { stateName } from "#app/domain/values/states.ts";
import { dateAt, formatDate, formatGameTime } from "#app/domain/values/times.ts";
import type { NotificationMail } from "#app/mail/templates.ts";
import type { About } from "./notification.ts";

/** A notification as it reads at a moment for a reader: as a mail of its own, and as a line of a digest. */
export interface Notice {
  mail: NotificationMail;
  /** `about`: two lines about the same are one in a digest. */
  line: { team: string; text: string; link: string; about: string };
}

interface Reader {
  admin: boolean;
  /** Roles in the team. */
  roles: readonly ("manager" | "coach")[];
}

type ReadAbout = (about: About, reader: Reader) => Notice | null;

/**
 * Reads what notifications are about, as it is now, with few queries for all of them.
 * @returns a function that gives the notice for a reader, or null where it is gone, no longer true, or sealed for them
 */
export async function readAbouts(
  { control, db, timezone }: { control: ControlDb; db: ClubDb; timezone: string },
  abouts: readonly About[],
  at: Date,
): Promise<ReadAbout> {
  const incidentIds = abouts.flatMap((item) => (item.about === "incident" ? [item.incidentId] : []));
  const incidents = await notifiedIncidents(db, incidentIds);
  const gameIds = [
    ...abouts.flatMap((item) =>
      item.about === "rating" || item.about === "perfect-game" ? [item.gameId] : [],
    ),
    ...[...incidents.values()].map(({ gameId }) => gameId),
  ];
  const games = await notifiedGames(db, gameIds, at);
  const ratings = await currentRatings(db, gameIds);
  const rewards = await notifiedRewards(
    db,
    abouts.flatMap((item) => ("earnedId" in item ? [item.earnedId] : [])),
    { timezone, at },
  );
  const seasons = await notifiedSeasons(
    db,
    abouts.flatMap((item) => (item.about === "season" ? [item.seasonId] : [])),
    { timezone, at },
  );
  const teamIds = abouts.flatMap((item) => (item.about === "rank" ? [item.teamId] : []));
  const ranks = await stateRanks(control, teamIds);
  const game = (notified: NotifiedGame) => ({
    team: notified.teamName,
    opponent: notified.opponent,
    game: titleOf(notified),
    when: formatGameTime(
      { date: notified.date, time: notified.time, starts_at: notified.startsAt },
      timezone,
      at,
    ),
    link: link(href("/rating/:gameId", { gameId: notified.gameId })),
  });

  return (item, reader) => {
    switch (item.about) {
      case "rating": {
        const notified = games.get(item.gameId);
        const rating = ratings.find(({ gameId, side }) => gameId === item.gameId && side === item.side);
        return notified && rating && rating.givenAs !== "admin" ? ofRating(notified, rating, reader) : null;
      }
      case "perfect-game": {
        const notified = games.get(item.gameId);
        if (notified?.finalScore !== 20 || notified.sealed) return null;
        const variables = game(notified);
        return {
          mail: { template: "perfect-game", variables },
          line: {
            team: notified.teamName,
            text: `Perfect game: ${variables.game}`,
            link: variables.link,
            about: notified.gameId,
          },
        };
      }
      case "incident": {
        const incident = incidents.get(item.incidentId);
        const notified = incident && games.get(incident.gameId);
        return incident && notified ? ofIncident(notified, incident, reader) : null;
      }
      case "reward": {
        const earned = rewards.get(item.earnedId);
        return earned?.status === item.status && earned.teamStatus === "active"
          ? ofReward(earned, reader)
          : null;
      }
      case "reward-changed": {
        const earned = rewards.get(item.earnedId);
        return earned?.status === "awarded" && !earned.holds && reader.admin ? ofChange(earned) : null;
      }
      case "certificate": {
        const earned = rewards.get(item.earnedId);
        return earned?.status === "awarded" && earned.holds && !earned.isPrivate
          ? ofCertificate(earned)
          : null;
      }
      case "season": {
        const season = seasons.get(item.seasonId);
        return season ? ofSeason(season, item, reader) : null;
      }
      case "rank": {
        const now = ranks.get(item.teamId);
        if (!now || now.rank === item.from) return null;
        const variables = {
          team: now.teamName,
          state: stateName(now.state),
          from: item.from,
          to: now.rank,
          link: link(href("/leaderboard")),
        };
        const text = `${now.teamName}: from number ${item.from} to number ${now.rank} in ${variables.state}`;
        return {
          mail: { template: "rank-changed", variables },
          line: { team: now.teamName, text, link: variables.link, about: item.teamId },
        };
      }
    }
  };

  function ofRating(notified: NotifiedGame, rating: CurrentRating, reader: Reader): Notice {
    const common = game(notified);
    const open = reader.admin || !notified.sealed;
    const result = open ? `${rating.score}, ${scoreLabels[rating.score].name}` : null;
    const sideRated = ratings.some(({ gameId, side }) => gameId === notified.gameId && side !== rating.side);
    const other = rating.side === "coach" ? "manager" : "coach";
    const text = `${rating.givenByName} rated ${common.game}${result ? `: ${result}` : ""}`;
    return {
      mail: {
        template: "rating-submitted",
        variables: {
          ...common,
          rater: rating.givenByName,
          as: sideName[rating.side],
          result,
          mayRate: !reader.admin && !sideRated && reader.roles.includes(other),
        },
      },
      line: { team: notified.teamName, text, link: common.link, about: `${notified.gameId}:${rating.side}` },
    };
  }

  function ofReward(earned: NotifiedReward, reader: Reader): Notice | null {
    const { status, teamName: team, title, teamId } = earned;
    if (!reader.admin && (status !== "awarded" || earned.isPrivate)) return null;
    const variables = {
      team,
      reward: title,
      recipient: earned.recipient,
      criteria: earned.criteria,
      program: earned.programName,
      waits: status === "pending",
      link: link(
        reader.admin
          ? href("/rewards/earned/:earnedId", { earnedId: earned.id })
          : href("/teams/:teamId", { teamId }),
      ),
    };
    const text = `${team}: ${title}${status === "pending" ? ", to hand over" : ""}`;
    return {
      mail: { template: "reward-earned", variables },
      line: { team, text, link: variables.link, about: earned.id },
    };
  }

  function ofChange(earned: NotifiedReward): Notice {
    const { teamName: team, title: reward, changed } = earned;
    const variables = {
      ...{ team, reward, changed, value: dollars(earned.valueCents), program: earned.programName },
      link: link(href("/rewards/earned/:earnedId", { earnedId: earned.id })),
    };
    return {
      mail: { template: "reward-changed", variables },
      line: {
        team,
        text: `${team}, ${reward}: ${changed}`,
        link: variables.link,
        about: `${earned.id}:changed`,
      },
    };
  }

  function ofCertificate(earned: NotifiedReward): Notice {
    const { teamName: team, title: reward, recipient, criteria, programName: program, changed } = earned;
    const variables = {
      ...{ team, reward, recipient, criteria, program, changed },
      link: link(href("/rewards/earned/:earnedId/certificate.pdf", { earnedId: earned.id })),
    };
    return {
      mail: { template: "certificate", variables },
      line: {
        team,
        text: `${team}: certificate for ${reward}`,
        link: variables.link,
        about: `${earned.id}:certificate`,
      },
    };
  }

  /** Drops the notification of a season that was moved meanwhile, because there is another one. */
  function ofSeason(
    { season, tally }: NotifiedSeason,
    { moment, day }: Extract<About, { about: "season" }>,
    { admin }: Reader,
  ): Notice | null {
    const begins = moment === "begins";
    if (season.archivedAt !== null || (begins ? season.startsOn : season.endsOn) !== day) return null;
    const today = dateAt(at, timezone);
    const path = admin
      ? href("/seasons/:seasonId", { seasonId: season.id })
      : href(begins ? "/schedule" : "/rating");
    const variables = {
      season: season.name,
      moment,
      admin,
      when: day === today ? "today" : `on ${formatDate(day, today)}`,
      until: formatDate(season.endsOn, today),
      scheduled: tally.scheduled,
      played: tally.played,
      notRated: tally.played - tally.rated,
      link: link(path),
    };
    return {
      mail: { template: "season-update", variables },
      line: {
        team: season.name,
        text: `${season.name} ${moment} ${variables.when}`,
        link: variables.link,
        about: `${season.id}:${moment}`,
      },
    };
  }

  function ofIncident(
    notified: NotifiedGame,
    incident: Pick<CurrentRating, "gameId" | "givenAs" | "givenByName" | "tags">,
    reader: Reader,
  ): Notice | null {
    const { team, opponent, when, link: gameLink, game: title } = game(notified);
    const line = { team, text: `Major Incident: ${title}`, link: gameLink, about: notified.gameId };
    if (reader.admin) {
      const variables = {
        game: title,
        when,
        location: notified.location,
        ratedBy: `${incident.givenByName}, ${ratedAsName[incident.givenAs]}`,
        tags: tagLabels(JSON.parse(incident.tags) as string[]).join(", "),
        link: link(href("/rating/:gameId/incident", { gameId: notified.gameId })),
      };
      return { mail: { template: "incident", variables }, line };
    }
    // A 0 that was corrected meanwhile is not an incident for the team any more.
    const stands = ratings.some(({ gameId, score }) => gameId === notified.gameId && score === 0);
    if (notified.sealed || !stands) return null;
    const variables = { team, opponent, game: title, when, link: gameLink };
    return { mail: { template: "manager-incident", variables }, line };
  }
}

const titleOf = ({ opponent, homeAway, teamName }: NotifiedGame) =>
  gameTitle({ opponent, home_away: homeAway, team_name: teamName });

const link = (path: string) => `${env().appUrl}${path}`;

import type { GamesTable, IncidentsTable, RatingsTable } from "#app/db/club/schema.ts";
import { erasesAt } from "#app/domain/club/incidents/incidents.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import { accountId } from "./people.ts";
import { type DemoClub, type DemoTeam, reasons, tagsFor } from "./story.ts";

export type Given = { manager: 0 | 10 | 20 | null; coach: 0 | 10 | 20 | null };

/** Builds the rating rows of a played game. */
export function ratingRows(
  club: DemoClub,
  team: DemoTeam,
  game: GamesTable,
  given: Given,
  turn: number,
): RatingsTable[] {
  const rows: RatingsTable[] = [];
  for (const side of ["manager", "coach"] as const) {
    const score = given[side];
    if (score === null) continue;
    const name = side === "manager" ? team.manager : team.head;
    const minutesAfter = side === "manager" ? 105 : 130;
    rows.push({
      id: `${game.id}-${side}`,
      game_id: game.id,
      side,
      score,
      reason: pick(reasons[score], turn),
      tags: JSON.stringify(pick(tagsFor[score], turn)),
      submission_key: `${game.id}-${side}`,
      given_by: accountId(club, name),
      given_by_name: name,
      given_as: side === "manager" ? "manager" : "head",
      correction_reason: "",
      saw_other: 0,
      given_at: new Date(Date.parse(game.starts_at) + minutesAfter * 60_000).toISOString(),
      superseded_at: null,
    });
  }
  return rows;
}

const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;

/** Sets the final score once both sides have rated. */
export function settle(game: GamesTable, given: Given): void {
  const { finalScore, agreement } = reconcile("coach-final", given.manager, given.coach);
  if (finalScore === null) return;
  game.final_score = finalScore;
  game.agreement = agreement;
  game.final_policy = "coach-final";
  game.finalized_at = new Date(Date.parse(game.starts_at) + 130 * 60_000).toISOString();
}

/** Builds the private note that a 0 opens. */
export function incidentRow(game: GamesTable, ratings: RatingsTable[]): IncidentsTable {
  const rating = ratings.find(({ side }) => side === "coach") ?? ratings[0];
  const opened = rating?.given_at ?? game.starts_at;
  return {
    id: `${game.id}-incident`,
    game_id: game.id,
    rating_id: rating?.id ?? "",
    what: "A parent stepped onto the field after a foul. The referee showed a red card and play went on after five minutes.",
    when_text: "Second half, about the 50th minute",
    official_was_minor: "no",
    abuse_level: null,
    status: "open",
    opened_at: opened,
    updated_at: opened,
    updated_by_name: "",
    agreed: "",
    closed_as: null,
    closed_at: null,
    erases_at: erasesAt(opened),
    erased_at: null,
  };
}

/** Builds the note of an earlier season: discussed with the parent, and closed a week later. */
export function closedIncidentRow(game: GamesTable, ratings: RatingsTable[], by: string): IncidentsTable {
  const incident = incidentRow(game, ratings);
  const closed = new Date(Date.parse(incident.opened_at) + 7 * 86_400_000).toISOString();
  return {
    ...incident,
    status: "closed",
    closed_as: "agreed",
    closed_at: closed,
    agreed: "The parent apologized to the referee and watches the next two games from the far side.",
    updated_at: closed,
    updated_by_name: by,
  };
}

import type { Compilable, ExpressionBuilder } from "kysely";
import { changeStamp } from "#app/db/change-stamp.server.ts";
import type { ClubDb, ClubSchema } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { reminderPauseStart } from "#app/domain/club/agreements/agreement-times.ts";
import { hoursFrom } from "#app/domain/club/games/game-rules.server.ts";
import { GAME_HOURS, UNTIMED_GAME_HOURS } from "#app/domain/club/games/game-rules.ts";
import { PULSE_SHOWN_DAYS } from "#app/domain/club/pulse/pulse.ts";
import { AHEAD_DAYS, FIRST_DAYS } from "#app/domain/club/ratings/rating-list.server.ts";
import { BLIND_HOURS } from "#app/domain/club/ratings/seal.ts";
import { LONGEST_DAYS } from "#app/domain/club/rewards/earning.ts";
import { UNDO_DAYS } from "#app/domain/club/seasons/roll-overs.server.ts";
import { RESTORE_DAYS } from "#app/domain/club/teams/teams.ts";

/** Hours after its kick-off at which a game changes what pages show of it, by the clock alone. */
const GAME_CHANGES = [
  0,
  GAME_HOURS,
  UNTIMED_GAME_HOURS,
  BLIND_HOURS + GAME_HOURS,
  BLIND_HOURS + UNTIMED_GAME_HOURS,
  FIRST_DAYS * 24,
  -AHEAD_DAYS * 24,
];

/** Selects the latest past moment of each kind that changes a page by the clock. */
const stateOf = compiled((db: ClubDb, { at }: { at: Date }) =>
  db.selectNoFrom((eb) => [
    changeStamp(eb).as("version"),
    ...GAME_CHANGES.map((hours, index) => latestKickOff(eb, hoursFrom(at, -hours)).as(`game${index}`)),
    eb
      .selectFrom("staff")
      .select((staff) => staff.fn.max("expires_at").as("at"))
      .where("status", "=", "pending")
      .where("expires_at", "<=", at.toISOString())
      .as("expired"),
    eb
      .selectFrom("teams")
      .select((team) => team.fn.max("status_since").as("at"))
      .where("status", "=", "deleted")
      .where("status_since", "<", hoursFrom(at, -RESTORE_DAYS * 24))
      .as("deleted"),
    eb
      .selectFrom("pulses")
      .select((pulse) => pulse.fn.max("closed_at").as("at"))
      .where("closed_at", "<=", hoursFrom(at, -PULSE_SHOWN_DAYS * 24))
      .as("closed"),
  ]),
);

type Builder = Pick<ExpressionBuilder<ClubSchema, never>, "selectFrom">;

const latestKickOff = (eb: Builder, until: string) =>
  eb
    .selectFrom("games")
    .select("games.starts_at")
    .where("games.starts_at", "<=", until)
    .orderBy("games.starts_at", "desc")
    .limit(1);

/**
 * Loads the state that a club's pages depend on besides their viewer and the day: equal answers mean equal content of
 * the club's file (docs/decisions/028). In one query, which walks an index or reads a table that stays small.
 */
export async function clubPageState(db: ClubDb, at: Date): Promise<unknown[]> {
  const [state] = await stateOf(db, { at });
  if (!state) throw new Error("A select without a table gave no row");
  return Object.values(state);
}

/** Builds the query of the latest past moment of a kind that changes some pages alone. */
const latestMoment = <Row>(build: (db: ClubDb, at: Date) => Compilable<Row>) => {
  const ask = compiled((db: ClubDb, { at }: { at: Date }) => build(db, at));
  return ({ db, at }: { db: ClubDb; at: Date }): Promise<unknown> => ask(db, { at });
};

/** Additional dependencies of some pages besides {@link clubPageState}, by the name that they use. */
export const clubMoments = {
  /** Time in which a season's roll-over can be undone. */
  "roll-overs": latestMoment((db, at) =>
    db
      .selectFrom("roll_overs")
      .select((rollOver) => rollOver.fn.max("done_at").as("at"))
      .where("done_at", "<", hoursFrom(at, -UNDO_DAYS * 24)),
  ),
  /** Period of the games that are compared before and after a reward. */
  year: latestMoment((db, at) => latestKickOff(db, hoursFrom(at, -LONGEST_DAYS * 24))),
  /** Pause for parents who got an agreement or a reminder of it. */
  "agreement-mails": latestMoment((db, at) =>
    db
      .selectFrom("agreement_mails")
      .select("created_at")
      .where("created_at", "<=", reminderPauseStart(at).toISOString())
      .orderBy("created_at", "desc")
      .limit(1),
  ),
};

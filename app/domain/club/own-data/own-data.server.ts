import type { ClubDb } from "#app/db/club/schema.ts";

/** Most rows of one kind that a copy has of a club, the newest. */
export const CLUB_ROWS_MOST = 5_000;

/**
 * Rows of one person in a club's file: their places, ratings and notes; nothing of others
 * (product/privacy.md#own-data).
 */
export interface ClubOwnData {
  places: Awaited<ReturnType<typeof placesIn>>;
  ratings: Awaited<ReturnType<typeof ratingsOf>>;
  notes: Awaited<ReturnType<typeof notesOf>>;
}

/** @param person.email finds invitations that were not accepted yet */
export async function ownDataIn(
  db: ClubDb,
  person: { accountId: string; email: string },
): Promise<ClubOwnData> {
  const { accountId } = person;
  const [places, ratings, notes] = await Promise.all([
    placesIn(db, person),
    ratingsOf(db, accountId),
    notesOf(db, accountId),
  ]);
  return { places, ratings, notes };
}

const placesIn = (db: ClubDb, { accountId, email }: { accountId: string; email: string }) =>
  db
    .selectFrom("staff as s")
    .innerJoin("teams as t", "t.id", "s.team_id")
    .select(["t.name as team", "t.season", "s.role", "s.coach_role", "s.status"])
    .select(["s.name", "s.email", "s.invited_at", "s.joined_at", "s.last_activity_at"])
    .where((eb) =>
      eb.or([
        eb("s.account_id", "=", accountId),
        eb.and([eb("s.email", "=", email), eb("s.email", "<>", "")]),
      ]),
    )
    .orderBy("s.invited_at", "desc")
    .limit(CLUB_ROWS_MOST)
    .execute();

const ratingsOf = (db: ClubDb, accountId: string) =>
  db
    .selectFrom("ratings as r")
    .innerJoin("games as g", "g.id", "r.game_id")
    .innerJoin("teams as t", "t.id", "g.team_id")
    .select([
      "t.name as team",
      "g.opponent",
      "g.date",
      "r.side",
      "r.given_as",
      "r.score",
      "r.reason",
      "r.tags",
    ])
    .select(["r.correction_reason", "r.given_by_name", "r.given_at", "r.superseded_at"])
    .where("r.given_by", "=", accountId)
    .orderBy("r.given_at", "desc")
    .limit(CLUB_ROWS_MOST)
    .execute();

const notesOf = (db: ClubDb, accountId: string) =>
  db
    .selectFrom("incident_entries as e")
    .innerJoin("incidents as i", "i.id", "e.incident_id")
    .innerJoin("games as g", "g.id", "i.game_id")
    .select(["g.date as game", "e.kind", "e.text", "e.at"])
    .where("e.author_id", "=", accountId)
    .orderBy("e.at", "desc")
    .limit(CLUB_ROWS_MOST)
    .execute();

/** Counts of one person's rows in a club's file. */
export interface OwnCounts {
  teams: number;
  ratings: number;
  notes: number;
}

export async function countOwnData(db: ClubDb, accountId: string): Promise<OwnCounts> {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("staff")
        .select((of) => of.fn.countAll<number>().as("n"))
        .where("account_id", "=", accountId)
        .where("status", "=", "active")
        .$asScalar()
        .as("teams"),
      eb
        .selectFrom("ratings")
        .select((of) => of.fn.countAll<number>().as("n"))
        .where("given_by", "=", accountId)
        .$asScalar()
        .as("ratings"),
      eb
        .selectFrom("incident_entries")
        .select((of) => of.fn.countAll<number>().as("n"))
        .where("author_id", "=", accountId)
        .where("kind", "=", "note")
        .$asScalar()
        .as("notes"),
    ])
    .executeTakeFirstOrThrow() as Promise<OwnCounts>;
}

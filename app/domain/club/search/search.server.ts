import { type RawBuilder, type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/sqlite";
import type { ClubDb, GamesTable, StaffTable, TeamsTable } from "#app/db/club/schema.ts";
import { beginningLike, readingLike } from "#app/db/storage/search-index.server.ts";
import { matchingAgreements } from "#app/domain/club/agreements/matching-agreements.server.ts";
import type { GamesBuilder } from "#app/domain/club/games/game-rules.server.ts";
import { type ClubMember, managedTeams, teamScope } from "#app/domain/club/staff/club-user.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { addDays } from "#app/domain/values/days.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";
import { costOf, mistakesIn, nearest, searchedWords } from "./match.ts";
import type { SearchQuery } from "./search-query.ts";

// Everything here is asked with the scope of the reader: what they may not see is never read (product/pages.md#search).

/** Names of a kind that one search compares; more are no help to anybody. */
const NAMES_COMPARED = 300;
/** Parents and games that one search reads, to show the nearest. */
const ROWS_READ = 24;
/** Names that one search reads the parents of. */
const NAMES_READ = 40;
/** Up to this many teams all names are compared; above it, those that the index finds. */
const FEW_TEAMS = 6;
/** Days around today in which games without a day or an opponent are found. */
const NEAR_DAYS = 400;
/** Most meanings of a word for an index lookup; one with more is in many games, which are read from today outwards. */
const FEW = { teamIds: 6, opponents: 24, fields: 2 } as const;

type Reader = Pick<ClubMember, "role" | "assignments" | "accountId" | "name" | "email">;

/** A team that a search found; archived ones are for administrators only. */
export interface FoundTeam extends Pick<TeamsTable, "id" | "name" | "gender" | "season" | "status"> {
  ageGroup: string;
  /** Words that find it. */
  words: string[];
}

/** Found member of a team's staff. */
export interface FoundStaff extends Pick<StaffTable, "id" | "name" | "role" | "status"> {
  /** null unless the reader is an administrator. */
  email: string | null;
  accountId: string | null;
  coachRole: StaffTable["coach_role"];
  teamId: string;
  teamName: string;
}

/** Possible meanings of the searched words: everything of a club that a search reads in one query. */
export interface Vocabulary {
  teams: FoundTeam[];
  staff: FoundStaff[];
  /** Opponents and fields, by which games are found. */
  places: Name<"opponent" | "field">[];
  /** Parents and children, by which parents are found. */
  people: Name<"parent" | "child">[];
  /** The case of the searched number. */
  incident: FoundCase | null;
  /** Seasons, reward programs and rewards, for administrators. */
  plans: FoundPlan[];
}

/** A season, a reward program or a reward. */
export interface FoundPlan {
  kind: "season" | "program" | "reward";
  id: string;
  name: string;
}

export interface FoundCase
  extends Pick<GamesTable, "opponent" | "home_away" | "date" | "time" | "starts_at"> {
  id: string;
  number: number;
  status: "open" | "talked-to" | "closed";
  team_name: string;
}

interface Name<Kind> {
  kind: Kind;
  name: string;
}

type Row = { kind: string; label: string; detail: string | null };

/** Reads the possible meanings of the words in the reader's teams, and for administrators a case by its number. */
export async function readVocabulary(db: ClubDb, reader: Reader, query: SearchQuery): Promise<Vocabulary> {
  const scope = teamScope(reader);
  const isAdmin = reader.role === "club_admin";
  const parts = [
    sql`select 'team' as kind, '' as name, cast(json_object('id', id, 'name', name, 'ageGroup', age_group,
        'gender', gender, 'season', season, 'status', status) as text) as detail
      from teams where ${isAdmin ? sql`status <> 'deleted'` : sql`status = 'active'`} and ${within("id", scope)}`,
    sql`select 'staff', '', cast(json_object('id', staff.id, 'name', staff.name, 'role', role,
        'status', staff.status, 'email', ${isAdmin ? sql`staff.email` : sql`null`}, 'accountId', account_id,
        'coachRole', coach_role, 'teamId', team_id, 'teamName', teams.name) as text)
      from staff join teams on teams.id = staff.team_id
      where teams.status = 'active' and ${within("team_id", scope)}
        and (staff.status = 'active' or staff.status = 'pending' and ${within("team_id", managedTeams(reader))})`,
    ...placesLike([...new Set(query.games.flatMap((reading) => reading.words))], scope),
    ...peopleLike(query.words, scope),
  ];
  if (isAdmin)
    parts.push(
      sql`select 'plan', '', cast(json_object('kind', 'season', 'id', id, 'name', name) as text) from seasons`,
      sql`select 'plan', '', cast(json_object('kind', 'program', 'id', id, 'name', name) as text)
        from reward_programs where archived_at is null`,
      sql`select 'plan', '', cast(json_object('kind', 'reward', 'id', id, 'name', title) as text)
        from rewards where status <> 'archived'`,
    );
  if (isAdmin && query.caseNumber !== null)
    parts.push(sql`select 'case', '', cast(json_object('id', incidents.id, 'number', number, 'opponent', opponent,
        'status', incidents.status, 'home_away', home_away, 'date', date, 'time', time, 'starts_at', starts_at,
        'team_name', teams.name) as text)
      from incidents join games on games.id = game_id join teams on teams.id = team_id
      where number = ${query.caseNumber} and teams.status <> 'deleted'`);
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db);
  const of = <Found>(kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => JSON.parse(row.detail ?? "") as Found);
  const named = <Kind extends string>(...kinds: Kind[]) =>
    rows.filter((row): row is Row & Name<Kind> => (kinds as string[]).includes(row.kind));
  return {
    teams: of<Omit<FoundTeam, "words">>("team").map((team) => ({ ...team, words: wordsOfTeam(team) })),
    staff: of<FoundStaff>("staff"),
    places: named("opponent", "field"),
    people: named("parent", "child"),
    incident: of<FoundCase>("case")[0] ?? null,
    plans: of<FoundPlan>("plan"),
  };
}

function within(column: string, scope: TeamScope): RawBuilder<SqlBool> {
  if (scope === "all") return sql`true`;
  return scope.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(scope)})`;
}

/** Returns the opponents and fields of the teams in scope that read like any of the words. */
function placesLike(words: readonly string[], scope: TeamScope): RawBuilder<unknown>[] {
  if (words.length === 0) return [];
  const played = (column: string) =>
    sql`exists (select 1 from games where ${sql.ref(column)} = place.name and ${within("team_id", scope)})`;
  const isTheirs =
    scope === "all"
      ? sql`true`
      : sql`case kind when 'opponent' then ${played("opponent")} else ${played("location")} end`;
  return [
    beginningLike("search_places", words, "any"),
    readingLike("search_places", words, "any", mistakesIn),
  ].map(
    (like) =>
      sql`select * from (select kind, name, null from ${like} as place where ${isTheirs} limit ${NAMES_COMPARED}) as places`,
  );
}

/** Returns the names of parents and children of the teams in scope that read like the words. */
function peopleLike(words: readonly string[], scope: TeamScope): RawBuilder<unknown>[] {
  if (words.length === 0) return [];
  if (scope !== "all" && scope.length <= FEW_TEAMS)
    return [
      sql`select distinct 'parent', contacts.name_key, null from children
        join contacts on contacts.id = contact_id where contacts.name <> '' and ${within("team_id", scope)}`,
      sql`select distinct 'child', name, null from children where ${within("team_id", scope)}`,
    ];
  const isTheirs =
    scope === "all"
      ? sql`true`
      : sql`case kind when 'child'
          then exists (select 1 from children where name = person.name and ${within("team_id", scope)})
          else exists (select 1 from contacts join children on contact_id = contacts.id
            where contacts.name_key = person.name and ${within("team_id", scope)}) end`;
  const begins = beginningLike("search_people", words, "each");
  const reads = readingLike("search_people", words, "each", mistakesIn);
  // With mistakes only where there is none without.
  return [
    sql`select * from (select kind, name, null from ${begins} as person where ${isTheirs} limit ${NAMES_COMPARED}) as beginning`,
    sql`select * from (select kind, name, null from ${reads} as person
      where not exists (select 1 from ${begins} as person where ${isTheirs}) and ${isTheirs} limit ${NAMES_COMPARED}) as reading`,
  ];
}

/** Returns the teams that a search means, the nearest first. */
export const nearestTeams = (teams: readonly FoundTeam[], words: readonly string[]): FoundTeam[] =>
  nearest(teams, (team, reading) => costOf(words, team.words, reading));

const wordsOfTeam = ({ name, ageGroup, gender, season }: Omit<FoundTeam, "words">) =>
  searchedWords(`${name} ${ageGroup} ${gender} ${season}`);

/** Tells whether a text is enough of an address to search for: 'jo@' is, 'jo' is not. */
const isAddressBeginning = (text: string) => /^(?:[^\s@]{3,}|[^\s@]+@\S*)$/.test(text);

/** A parent, with what the reader may know of them. */
export interface FoundParent {
  id: string;
  name: string;
  /** null unless the reader sees it (product/teams.md#permissions). */
  email: string | null;
  status: "pending" | "signed" | "expired" | "declined" | "withdrawn";
  /** Children in teams of the reader's scope. */
  children: { name: string; teamId: string | null; teamName: string | null }[];
}

/**
 * Loads the parents that a search means, by their name, a child's, or the beginning of an address that the reader sees;
 * the nearest first.
 */
export async function findParents(
  db: ClubDb,
  reader: Reader,
  query: SearchQuery,
  { people }: Vocabulary,
): Promise<FoundParent[]> {
  const scope = teamScope(reader);
  const managed = managedTeams(reader);
  const address = query.text.toLowerCase();
  const byAddress = isAddressBeginning(address) && (managed === "all" || managed.length > 0);
  const names = nearest(people, ({ name }, reading) =>
    costOf(query.words, plainWordsOf(name), reading),
  ).slice(0, NAMES_READ);
  const named = (kind: string) => names.filter((one) => one.kind === kind).map(({ name }) => name);
  const [parents, children] = [named("parent"), named("child")];
  const childIn = (teams: TeamScope) =>
    teams === "all"
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select 1 from children where contact_id = contacts.id and ${within("team_id", teams)})`;
  const contacts: RawBuilder<unknown>[] = [];
  if (parents.length > 0)
    contacts.push(sql`select id from contacts where name <> '' and name_key in (${sql.join(parents)})`);
  if (children.length > 0)
    contacts.push(
      sql`select contact_id from children where name in (${sql.join(children)}) and ${within("team_id", scope)}`,
    );
  if (byAddress)
    contacts.push(sql`select * from (select id from contacts where email_key >= ${address}
      and email_key < ${`${address}\u{10ffff}`} and ${childIn(managed)} limit ${ROWS_READ}) as addressed`);
  if (contacts.length === 0) return [];
  const rows = await db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(["agreements.id", "contacts.name", "agreements.status"])
    .select(
      managed === "all"
        ? "contacts.email"
        : sql<string | null>`case when ${childIn(managed)} then contacts.email end`.as("email"),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("children")
          .leftJoin("teams", "teams.id", "children.team_id")
          .select(["children.name", "children.team_id as teamId", "teams.name as teamName"])
          .whereRef("children.contact_id", "=", "contacts.id")
          .where(within("children.team_id", scope)),
      ).as("children"),
    )
    .where(sql<SqlBool>`contacts.id in (${sql.join(contacts, sql` union `)})`)
    .where(matchingAgreements({}, scope))
    .limit(NAMES_READ)
    .execute();
  const found = rows.map((row) => ({
    ...row,
    children: JSON.parse(row.children as unknown as string) as FoundParent["children"],
  }));
  return nearest(found, (parent, reading) => {
    if (byAddress && parent.email?.toLowerCase().startsWith(address)) return 0;
    const costs = [parent, ...parent.children].map(({ name }) =>
      costOf(query.words, plainWordsOf(name), reading),
    );
    return costs.reduce(
      (least, cost) => (least === null || (cost !== null && cost < least) ? cost : least),
      null,
    );
  }).slice(0, ROWS_READ);
}

/** A game, without its result: search says nothing about scores (product/pages.md#search). */
export interface FoundGame
  extends Pick<
    GamesTable,
    "id" | "opponent" | "home_away" | "date" | "time" | "starts_at" | "location" | "status"
  > {
  team_name: string;
  /** Case of the game, for administrators only. */
  incident: { id: string; number: number; status: FoundCase["status"] } | null;
}

/** Loads the games that a search means, by team, opponent, field and day; those nearest to today first. */
export async function findGames(
  db: ClubDb,
  reader: Reader,
  query: SearchQuery,
  { vocabulary, today }: { vocabulary: Vocabulary; today: string },
): Promise<FoundGame[]> {
  const scope = teamScope(reader);
  const isAdmin = reader.role === "club_admin";
  if (scope !== "all" && scope.length === 0) return [];
  const halves = query.games.flatMap((reading) => {
    const meant = reading.words.map((word) => meaningOf(word, vocabulary));
    return meant.every(({ any }) => any) ? idsOf(db, scope, { days: reading.days, meant, today }) : [];
  });
  const [first, ...others] = halves;
  if (!first) return [];
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .leftJoin("incidents", (join) =>
      isAdmin ? join.onRef("incidents.game_id", "=", "games.id") : join.on(sql<SqlBool>`false`),
    )
    .select(["games.id", "games.opponent", "games.home_away", "games.date", "games.time", "games.starts_at"])
    .select(["games.location", "games.status", "teams.name as team_name"])
    .select(["incidents.id as caseId", "incidents.number", "incidents.status as caseStatus"])
    .where(
      "games.id",
      "in",
      others.reduce((all, one) => all.unionAll(one), first),
    )
    .orderBy(farFrom(today))
    .orderBy("games.starts_at")
    .orderBy("teams.name")
    .orderBy("games.id")
    .limit(ROWS_READ)
    .execute();
  return rows.map(({ caseId, number, caseStatus, ...game }) => ({
    ...game,
    incident: isAdmin && caseId && number && caseStatus ? { id: caseId, number, status: caseStatus } : null,
  }));
}

const farFrom = (today: string) => sql`abs(julianday(games.date) - julianday(${today}))`;

/**
 * Loads the ids of the games that one reading of a search means: by the index of a word that few games have, otherwise
 * from today outwards, or the named days.
 */
function idsOf(
  db: ClubDb,
  scope: TeamScope,
  { days, meant, today }: { days: SearchQuery["games"][number]["days"]; meant: Meaning[]; today: string },
) {
  const [from, to] = [addDays(today, -NEAR_DAYS), addDays(today, NEAR_DAYS)];
  const rare = days.length > 0 ? undefined : meant.find(isRare);
  const withOpponent = meant.some((one) => one !== rare && one.opponents.length > 0);
  const near = sql<SqlBool>`games.starts_at between ${from} and ${to}`;
  const byIndex: Lookup = { plus: sql``, near: withOpponent ? sql`true` : near };
  const games = db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select("games.id")
    .where("teams.status", "=", "active")
    .where(within("games.team_id", scope))
    .where((eb) => eb.and(meant.map((one) => standsFor(eb, one, one === rare ? byIndex : onRow))));
  const nested = (part: typeof games) => db.selectFrom(part.as("part")).select("part.id");
  if (rare) return [nested(games.orderBy(farFrom(today)).limit(ROWS_READ))];
  if (days.length > 0)
    return days.map((one) =>
      nested(
        games
          .where((eb) => onDays(eb, one.from, one.to))
          .orderBy(farFrom(today))
          .limit(ROWS_READ),
      ),
    );
  return [
    nested(
      games
        .where("games.starts_at", ">=", today)
        .where("games.starts_at", "<", to)
        .orderBy("games.starts_at")
        .limit(ROWS_READ),
    ),
    nested(
      games
        .where("games.starts_at", "<", today)
        .where("games.starts_at", ">", from)
        .orderBy("games.starts_at", "desc")
        .limit(ROWS_READ),
    ),
  ];
}

/** Possible meaning of a word in a game. */
interface Meaning {
  teamIds: string[];
  opponents: string[];
  fields: string[];
  any: boolean;
}

function meaningOf(word: string, { teams, places }: Vocabulary): Meaning {
  const items = [
    ...teams
      .filter(({ status }) => status === "active")
      .map((team) => ({ kind: "team", name: team.id, words: team.words })),
    ...places.map(({ kind, name }) => ({ kind, name, words: plainWordsOf(name) })),
  ];
  const found = nearest(items, ({ words }, reading) => costOf([word], words, reading));
  const of = (kind: string) => [
    ...new Set(found.filter((item) => item.kind === kind).map(({ name }) => name)),
  ];
  return { teamIds: of("team"), opponents: of("opponent"), fields: of("field"), any: found.length > 0 };
}

const isRare = (meaning: Meaning) =>
  (Object.keys(FEW) as (keyof typeof FEW)[]).every((of) => meaning[of].length <= FEW[of]);

/** Lookup of a word's games: the unary plus keeps a column from being looked up by its index. */
interface Lookup {
  plus: RawBuilder<unknown>;
  /** Limit for teams and fields, which have many games, to games near today, unless an opponent is named too. */
  near: RawBuilder<SqlBool>;
}
const onRow: Lookup = { plus: sql`+`, near: sql`true` };

function standsFor(eb: GamesBuilder, { teamIds, opponents, fields }: Meaning, { plus, near }: Lookup) {
  const isOneOf = (column: string, values: readonly string[], and: RawBuilder<SqlBool>) =>
    values.length > 0 ? [sql<SqlBool>`(${plus}${sql.ref(column)} in (${sql.join(values)}) and ${and})`] : [];
  return eb.or([
    ...isOneOf("games.team_id", teamIds, near),
    ...isOneOf("games.opponent", opponents, sql`true`),
    ...isOneOf("games.location", fields, near),
  ]);
}

/** Matches days. The UTC bounds, a day wider, let the query use an index; the game's own date decides. */
const onDays = (eb: GamesBuilder, from: string, to: string) =>
  eb.and([
    eb("games.starts_at", ">=", `${addDays(from, -1)}T00:00:00.000Z`),
    eb("games.starts_at", "<", `${addDays(to, 2)}T00:00:00.000Z`),
    eb.between("games.date", from, to),
  ]);

/** Returns the staff that a search means by name, for administrators also by address; the nearest first. */
export const nearestStaff = (staff: readonly FoundStaff[], { words, text }: SearchQuery): FoundStaff[] =>
  nearest(staff, ({ name, email }, reading) =>
    email?.startsWith(text.toLowerCase()) && isAddressBeginning(text)
      ? 0
      : costOf(words, plainWordsOf(name), reading),
  );

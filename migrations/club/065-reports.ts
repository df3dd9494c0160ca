import { type Kysely, sql } from "kysely";

/**
 * Stores with each game what reports count: the tags of its current ratings (a bit each, in the order of TAGS), and the
 * distance of both sides' first ratings in steps of 10 points. Triggers update them for every writer, and the index
 * holds all that a report counts. Adds the PDFs of reports, which expire after a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const TAGS = [
  ...["instructing", "dissent", "remarks-spectators", "remarks-players", "entering-field"],
  ...["profanity-threats", "applauded-opponents", "thanked-referee", "calmed-someone", "quiet"],
];
const bit = TAGS.map((tag, index) => `when '${tag}' then ${2 ** index}`).join(" ");

const tagBits = (game: string) => `coalesce((select sum(distinct case tag.value ${bit} else 0 end)
  from ratings, json_each(ratings.tags) as tag
  where ratings.game_id = ${game} and ratings.superseded_at is null), 0)`;

const first = (game: string, side: string) => `(select score from ratings
  where game_id = ${game} and side = '${side}' and given_as <> 'admin' and saw_other = 0
  order by given_at, id limit 1)`;

const raterGap = (game: string) => `abs(${first(game, "coach")} - ${first(game, "manager")}) / 10`;

const count = (game: string) =>
  `update games set tag_bits = ${tagBits(game)}, rater_gap = ${raterGap(game)} where id = ${game}`;

const STATEMENTS = [
  `alter table games add column tag_bits integer not null default 0`,
  `alter table games add column rater_gap integer`,
  `update games set tag_bits = ${tagBits("games.id")}, rater_gap = ${raterGap("games.id")}
    where id in (select game_id from ratings)`,
  `create trigger ratings_given after insert on ratings begin ${count("new.game_id")}; end`,
  `create trigger ratings_changed
    after update of game_id, side, score, tags, given_as, saw_other, given_at, superseded_at on ratings
    begin ${count("new.game_id")}; end`,
  `create trigger ratings_removed after delete on ratings begin ${count("old.game_id")}; end`,
  `drop index games_by_start`,
  `create index games_by_start on games
    (starts_at, id, team_id, status, final_score, date, time, home_away, tag_bits, rater_gap)`,
  `create table report_prints (
    id text primary key,
    account_id text not null,
    asked text not null,
    status text not null check (status in ('waiting', 'ready')),
    pdf blob,
    created_at text not null,
    expires_at text not null
  ) strict`,
  `create index report_prints_by_end on report_prints (expires_at)`,
  `create index report_prints_of_account on report_prints (account_id, created_at)`,
];

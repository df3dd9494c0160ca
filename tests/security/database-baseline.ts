import pg from "pg";
import type { Baseline, Mail } from "./baseline.ts";

/** Records writes: each statement notes its table, and its club. */
const NOTES = `
drop schema if exists before cascade;
create schema before;
create table before.written (scope text not null, name text not null);
create function before.note() returns trigger language plpgsql as $$ begin
  insert into before.written values (
    case tg_table_schema when 'club' then current_setting('goodside.club') else tg_table_schema end, tg_table_name);
  return null;
end $$;
do $$ declare one record; begin
  for one in select schemaname, tablename from pg_tables where schemaname in ('control', 'club', 'files')
    and tablename not in ('changes', 'stored_clubs', 'limits')
  loop
    execute format('create trigger zz_note after insert or update or delete on %I.%I for each statement
      execute function before.note()', one.schemaname, one.tablename);
    execute format('create table before.%I as select * from %I.%I where false',
      one.schemaname || '_' || one.tablename, one.schemaname, one.tablename);
    if one.schemaname <> 'club' then
      execute format('insert into before.%I select * from %I.%I',
        one.schemaname || '_' || one.tablename, one.schemaname, one.tablename);
    end if;
  end loop;
end $$;
create table before.stored_clubs as select * from club.stored_clubs;
`;
/** Restores rows of the connection's club. */
const FILL = `do $$ declare one record; begin
  for one in select tablename from pg_tables where schemaname = 'club' and tablename <> 'stored_clubs' loop
    execute format('insert into before.%I select * from club.%I', 'club_' || one.tablename, one.tablename);
  end loop;
end $$`;

interface Written {
  scope: string;
  name: string;
}

/** The baseline of a PostgreSQL database. */
export class DatabaseBaseline implements Baseline {
  /** Columns that take values, by 'schema.table'. */
  readonly #columns = new Map<string, string>();
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async take(url: string): Promise<DatabaseBaseline> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // No triggers and foreign keys: their effects are in the restored rows.
    await client.query("set session_replication_role = replica");
    await client.query(NOTES);
    const { rows: clubs } = await client.query<{ club_code: string }>(
      "select club_code from club.stored_clubs",
    );
    for (const { club_code } of clubs) {
      await client.query("select set_config('goodside.club', $1, false)", [club_code]);
      await client.query(FILL);
    }
    const baseline = new DatabaseBaseline(client);
    const { rows } = await client.query<{ name: string; columns: string }>(
      `select table_schema || '.' || table_name as name,
          string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
        from information_schema.columns
        where table_schema in ('control', 'club', 'files') and is_generated = 'NEVER' group by 1`,
    );
    for (const { name, columns } of rows) baseline.#columns.set(name, columns);
    return baseline;
  }

  async committed(): Promise<boolean> {
    const { rows } = await this.#client.query("select 1 from before.written limit 1");
    return rows.length > 0;
  }

  async differences(which: "all" | "clubs" = "all"): Promise<string[]> {
    const found: string[] = [];
    for (const written of await this.#written()) {
      const { schema, now, was, where } = await this.#tablesOf(written);
      if (schema === "files" || (which === "clubs" && schema !== "club")) continue;
      const count = (of: string, without: string) =>
        `(select count(*) from (select t::text from ${of} as t ${where} except select t::text from ${without} as t ${where}) as d)`;
      const { rows } = await this.#client.query(
        `select ${count(now, was)} as more, ${count(was, now)} as less`,
      );
      const [{ more, less }] = rows;
      if (more !== "0" || less !== "0") found.push(`${written.scope}: ${written.name} (+${more} -${less})`);
    }
    return found;
  }

  async newMails(): Promise<Mail[]> {
    const { rows } = await this.#client.query<Mail>(
      "select subject, html, text from control.mails where id not in (select id from before.control_mails)",
    );
    return rows;
  }

  async restore(): Promise<void> {
    const written = await this.#written();
    if (written.length === 0) return;
    await this.#client.query("begin");
    try {
      await this.#putBack(written);
      await this.#client.query("commit");
    } catch (error) {
      await this.#client.query("rollback");
      throw error;
    }
  }

  async #putBack(written: readonly Written[]): Promise<void> {
    for (const scope of new Set(written.map(({ scope }) => scope))) await this.#lock(scope);
    for (const one of written) {
      const { now, was, where, columns } = await this.#tablesOf(one);
      const text = (table: string) => `(select t::text from ${table} as t ${where})`;
      const and = where ? `${where} and` : "where";
      await this.#client.query(`delete from ${now} as t ${and} t::text not in ${text(was)};
        insert into ${now} (${columns}) select ${columns} from ${was} as t ${and} t::text not in ${text(now)}`);
    }
    // A club that was created since, and one that was erased.
    await this.#client.query(`delete from before.written;
      delete from club.stored_clubs where club_code not in (select club_code from before.stored_clubs);
      insert into club.stored_clubs select * from before.stored_clubs on conflict do nothing`);
  }

  async change(table: string, set: string): Promise<void> {
    await this.#client.query(`begin; select pg_advisory_xact_lock(1, 0);
      update control.${table} set ${set}; update before.control_${table} set ${set}; commit`);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #written(): Promise<Written[]> {
    const { rows } = await this.#client.query<Written>("select distinct scope, name from before.written");
    return rows;
  }

  /** Locks as the app does, which also tells it that something was written. */
  async #lock(scope: string): Promise<void> {
    if (scope === "control")
      await this.#client.query(
        "select pg_advisory_xact_lock(1, 0); update control.changes set changes = gen_random_uuid()::text",
      );
    else if (scope !== "files") {
      await this.#client.query("select pg_advisory_xact_lock(2, hashtext($1))", [scope]);
      await this.#client.query(
        "update club.stored_clubs set changes = gen_random_uuid()::text where club_code = $1",
        [scope],
      );
    }
  }

  async #tablesOf({ scope, name }: Written) {
    const schema = scope === "control" || scope === "files" ? scope : "club";
    const isClub = schema === "club";
    if (isClub) await this.#client.query("select set_config('goodside.club', $1, false)", [scope]);
    return {
      schema,
      now: `${schema}.${name}`,
      was: `before.${schema}_${name}`,
      where: isClub ? "where club_code = current_setting('goodside.club')" : "",
      columns: this.#columns.get(`${schema}.${name}`) ?? "",
    };
  }
}

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type Sqlite from "better-sqlite3";
import { SqliteFile } from "#app/db/sqlite.server.ts";

/** The budget of a page, its guard included (the design's table of budgets). */
export const QUERIES_A_PAGE = 6;
/** Tables that grow with a club's history or with the platform. A few dozen teams and their staff do not. */
const GROWING = [
  "audit",
  "games",
  "ratings",
  "incidents",
  "import_undo",
  "pulse_invitations",
  "pulse_answers",
  "earned_rewards",
  "outbox",
  "sessions",
  "accounts",
  "memberships",
  "clubs",
  "search_users",
  "search_clubs",
  "search_teams",
  "search_games",
  "subscriptions",
  "signups",
  "checkouts",
  "link_tokens",
  "stripe_events",
  "jobs",
  "mails",
  "contact_messages",
  "ledger",
  "invoices",
  "refund_orders",
  "settlements",
  "disputes",
  "verifications",
  "verification_documents",
];

/** Asked once in ten seconds by each process, whatever the page (tests/domain/control/maintenance). */
const BANNER = 'from "maintenance" where "ends_at" >';

interface Statement {
  file: string;
  sql: string;
  parameters: readonly unknown[];
}

/** Plan that reads one person's ratings of years: too slow for each of a page's rows. */
const OF_PERSON = /^SEARCH ratings .*\bratings_of_rater\b/;

interface Step {
  id: number;
  parent: number;
  detail: string;
}

const readsAll = (table: string) => new RegExp(`^(SCAN ${table}$|SEARCH ${table} USING AUTOMATIC)`);

/** Records every statement of the app, and judges the pages' queries. */
export class QueryJudge {
  #heard: Statement[] = [];
  readonly #files = new Map<string, Sqlite.Database>();
  /** Steps of plans that read a growing table, by file and statement: a plan does not depend on parameters. */
  readonly #scans = new Map<string, string[]>();
  readonly #hear = (statement: unknown) => this.#heard.push(statement as Statement);

  constructor() {
    subscribe("goodside.statement", this.#hear);
  }

  close(): void {
    unsubscribe("goodside.statement", this.#hear);
    for (const file of this.#files.values()) file.close();
  }

  /** Returns the statements since the last call. */
  taken(): Statement[] {
    const statements = this.#heard;
    this.#heard = [];
    return withoutAudit(statements.filter(({ sql }) => !sql.includes(BANNER)));
  }

  /** Lists statements over the budget, and those that read all of a growing table. */
  problems(statements: Statement[], budget: number): string[] {
    const many = statements.length > budget;
    return [
      ...(many ? [`asks ${statements.length}:\n${statements.map(({ sql }) => sql).join("\n")}`] : []),
      ...statements.flatMap((statement) =>
        this.scans(statement).map((step) => `does '${step}' for ${statement.sql}`),
      ),
    ];
  }

  /**
   * Returns the steps of SQLite's plan that read a growing table from end to end, or much of it for each row.
   * PostgreSQL plans by the number of rows: a test's few are all read (`npm run bench -- --only engines` measures it
   * with many).
   */
  scans(statement: Statement): string[] {
    if (process.env.DATABASE_URL) return [];
    const key = `${statement.file} ${statement.sql}`;
    const known = this.#scans.get(key);
    if (known) return known;
    const plan = this.#steps(statement);
    const repeated = new Set(plan.flatMap(({ id, detail }) => (detail.startsWith("CORRELATED") ? id : [])));
    const scans = plan
      .filter(
        ({ parent, detail }) =>
          GROWING.some((table) => readsAll(table).test(detail)) ||
          (OF_PERSON.test(detail) && repeated.has(parent)),
      )
      .map(({ detail }) => detail);
    this.#scans.set(key, scans);
    return scans;
  }

  /** Returns the steps of SQLite's plan. */
  plan(statement: Statement): string[] {
    return this.#steps(statement).map(({ detail }) => detail);
  }

  #steps({ file, sql, parameters }: Statement): Step[] {
    const db = this.#files.get(file) ?? new SqliteFile(file, { readonly: true });
    this.#files.set(file, db);
    return db.prepare(`explain query plan ${sql}`).all(parameters) as Step[];
  }
}

/** Drops the audit line of a download: its transaction is not part of what the page reads. */
function withoutAudit(statements: Statement[]): Statement[] {
  const line = statements.findIndex(({ sql }) => sql.startsWith('insert into "audit"'));
  if (line < 0) return statements;
  // On PostgreSQL begin and commit are not separate statements, and the line reads the one before it.
  if (process.env.DATABASE_URL)
    return statements.filter(({ sql }) => !/^(insert into|update) "audit|from "audit/.test(sql));
  const begin = statements.findLastIndex(({ sql }, index) => index < line && sql.startsWith("begin"));
  const commit = statements.findIndex(({ sql }, index) => index > line && sql === "commit");
  // It began before, or ends after, this recording: other statements may be between its own.
  if (begin < 0 || commit < 0)
    return statements.filter(({ sql }) => !/^(begin|commit$|insert into "audit)|from "audit/.test(sql));
  return [...statements.slice(0, begin), ...statements.slice(commit + 1)];
}

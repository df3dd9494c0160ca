import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { sql } from "kysely";
import type { ClubTable, GamesTable, TeamsTable } from "#app/db/club/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import type { StateCode } from "#app/domain/values/states.ts";
import { type Answer, answerWith, byAddress } from "#app/server/remix.ts";
import { builtApp } from "./built-app.ts";
import { ownDatabase } from "./own-database.ts";
import { withPlainData } from "./plain-data.ts";
import { gameRow, teamRow } from "./rows.ts";

/**
 * Opens a separate platform in a temporary folder, with the whole built app driven by requests in process. Take one per
 * test file, before anything of the app is imported: `const world = await openWorld()`.
 */
export async function openWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-world-"));
  process.env.APP_MODE = "test";
  process.env.DATA_DIR = dataDir;
  process.env.APP_URL = "http://goodside.test";
  const database = await ownDatabase();
  const { env } = await import("#app/config/env.server.ts");
  // Otherwise the app would write to a folder that another test, or the machine's demo, owns.
  if (env().dataDir !== dataDir)
    throw new Error("The app's environment was read before openWorld(): import the app after it");
  const { platform, closePlatform } = await import("#app/db/storage/platform.server.ts");
  const control = join(dataDir, "control.sqlite");
  if (!database && shared.emptyControl) writeFileSync(control, shared.emptyControl);
  const open = await platform();
  if (!database) shared.emptyControl ??= await emptyControl(open, `${control}.copy`);
  return new World(dataDir, open, async () => {
    await closePlatform();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

const shared = globalThis as {
  /** Control file of a new platform: migrated once per process, which takes longer than a test. */
  emptyControl?: Buffer;
  passwordHash?: Promise<string>;
};

async function emptyControl({ control }: Platform, path: string): Promise<Buffer> {
  await sql`vacuum into ${path}`.execute(control);
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

export interface TestClub {
  code: string;
  name: string;
  adminAccount: string;
}

export class World {
  #handler: Answer | undefined;
  #made = 0;
  /** For a world of many sign-ins whose test is not about them: set it before the first request. */
  hashesOnce = false;
  constructor(
    readonly dataDir: string,
    readonly platform: Platform,
    readonly close: () => Promise<void>,
  ) {}

  get control() {
    return this.platform.control;
  }

  /** Creates a club with its administrator's account, as after a finished sign-up. Password: 'Sideline-2026'. */
  async club(
    name: string,
    options: { state?: StateCode; city?: string; code?: string } = {},
  ): Promise<TestClub> {
    const { timezoneOfState } = await import("#app/domain/values/states.ts");
    const { newId } = await import("#app/runtime/ids.server.ts");
    this.#made += 1;
    const code = options.code ?? `${name.toLowerCase().replace(/[^a-z0-9]/g, "")}${this.#made}`;
    const state = options.state ?? "TX";
    const at = new Date().toISOString();
    const profile = {
      code,
      name,
      slug: code,
      contact_name: "Ada Admin",
      email: `admin@${code}.example`,
      phone: "",
      state,
      city: options.city ?? "Austin",
      timezone: timezoneOfState(state),
      color: null,
      logo: null,
      plan: "standard" as const,
      player_cap: 800,
      estimated_players: 200,
      created_at: at,
    };
    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
    await this.control
      .insertInto("clubs")
      .values({
        ...profile,
        status: "active",
        verification_due_at: inAYear,
        term_starts_at: at,
        term_ends_at: inAYear,
      })
      .execute();
    const file: ClubTable = {
      ...profile,
      address: "",
      zip: "",
      website: "",
      description: "",
      rating_policy: "coach-final",
      on_leaderboard: 1,
      agreement_days: 30,
      agreement_text: "",
      agreement_text_es: "",
      agreement_reminders: 1,
      registration_open: 1,
    };
    await this.platform.clubs.create(file);
    const adminAccount = newId();
    await this.control
      .insertInto("accounts")
      .values({
        ...nobody,
        id: adminAccount,
        kind: "club",
        club_code: code,
        name: "Ada Admin",
        password_hash: await this.#hashedPassword(),
        created_at: at,
      })
      .execute();
    await this.control
      .insertInto("memberships")
      .values({ account_id: adminAccount, club_code: code, role: "club_admin", created_at: at })
      .execute();
    return { code, name, adminAccount };
  }

  /**
   * Creates a person with an account and roles in teams. Password: 'Sideline-2026'.
   * @returns the account's id.
   */
  async person(
    name: string,
    club: TestClub,
    places: { team: string; role: "manager" | "coach"; coachRole?: "head" | "assistant" }[],
  ): Promise<string> {
    const { newId } = await import("#app/runtime/ids.server.ts");
    const at = new Date().toISOString();
    const email = `${name.toLowerCase().replace(/[^a-z]/g, ".")}@people.example`;
    const known = await this.control
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    const id = known?.id ?? newId();
    if (!known) {
      const password_hash = await this.#hashedPassword();
      const account = { ...nobody, id, kind: "person" as const, email, name, password_hash, created_at: at };
      await this.control.insertInto("accounts").values(account).execute();
    }
    await this.control
      .insertInto("memberships")
      .values({ account_id: id, club_code: club.code, role: "staff", created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const rows = places.map(({ team, role, coachRole }) => ({
      id: newId(),
      team_id: team,
      role,
      coach_role: role === "coach" ? (coachRole ?? "head") : null,
      email,
      name,
      status: "active" as const,
      account_id: id,
      issue: 1,
      invited_at: at,
      expires_at: at,
      joined_at: at,
      last_activity_at: at,
    }));
    if (rows.length > 0) {
      await this.platform.clubs.use(club.code, (db) => db.insertInto("staff").values(rows).execute());
    }
    return id;
  }

  /**
   * Creates a team, straight in the club's file.
   * @returns its id.
   */
  async team(club: TestClub, name: string, more: Partial<TeamsTable> = {}): Promise<string> {
    const { newId } = await import("#app/runtime/ids.server.ts");
    const id = newId();
    const team = { ...teamRow(id, name, new Date().toISOString()), ...more };
    await this.platform.clubs.use(club.code, (db) => db.insertInto("teams").values(team).execute());
    return id;
  }

  /**
   * Creates a game that kicked off `hoursAgo` hours ago (negative: upcoming).
   * @returns its id.
   */
  async game(
    club: TestClub,
    teamId: string,
    hoursAgo: number,
    more: Partial<GamesTable> = {},
  ): Promise<string> {
    const { newId } = await import("#app/runtime/ids.server.ts");
    const id = newId();
    const game = { ...gameRow(id, teamId, new Date(Date.now() - hoursAgo * 3_600_000)), ...more };
    await this.platform.clubs.use(club.code, (db) => db.insertInto("games").values(game).execute());
    return id;
  }

  /** Hashes once per process: a hash takes longer than all other steps of creating an account. */
  #hashedPassword(): Promise<string> {
    shared.passwordHash ??= import("#app/domain/control/passwords/password.server.ts").then(
      ({ hashPassword }) => hashPassword("Sideline-2026"),
    );
    return shared.passwordHash;
  }

  /**
   * Returns the Cookie header of a fresh session.
   * @param options.keepsPages 'Remember me' was checked, with scripts on
   */
  async signIn(accountId: string, clubCode: string | null, { keepsPages = false } = {}): Promise<string> {
    const { startSession } = await import("#app/auth/session.server.ts");
    const cookie = await startSession(this.control, {
      accountId,
      clubCode,
      remember: keepsPages ? "with pages" : false,
      ip: "203.0.113.7",
      userAgent: "test",
    });
    return cookie.split(";")[0] ?? "";
  }

  /** Signs in a new administrator of the platform. */
  async signInStaff(role: "super_admin" | "admin" | "moderator"): Promise<string> {
    const { registerAdmin } = await import("#app/domain/control/platform/register-admin.server.ts");
    const { startAdminSession } = await import("#app/auth/admin-session.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const { newId } = await import("#app/runtime/ids.server.ts");
    const email = `${role.replace("_", ".")}.${newId().slice(0, 6).toLowerCase()}@goodside.example`;
    const person = {
      firstName: "Robin",
      lastName: "Reyes",
      email,
      company: "",
      role,
      password: "Sideline-Staff-9",
    };
    const made = await registerAdmin(this.control, person, "command line");
    if (!made.ok) throw new Error(made.problem);
    const client = { ip: "203.0.113.7", userAgent: "test" };
    const cookie = await inTransaction(this.control, (tx) => startAdminSession(tx, made.id, client));
    return cookie.split(";")[0] ?? "";
  }

  /** Opens the page at `path` and posts its form, with the version of the stored values that fill it. */
  async save(
    path: string,
    options: { cookie: string; form: Record<string, string | string[]> },
  ): Promise<Response> {
    const page = await (await this.ask(path, { cookie: options.cookie })).text();
    return this.ask(path, {
      ...options,
      form: { ...options.form, version: versionOn(page, options.form.intent) },
    });
  }

  /** The app's latest unexpected error, which a test that sees a 500 reports. */
  lastError: unknown;

  #heard(build: ServerBuild): ServerBuild {
    const { module } = build.entry;
    const handleError: typeof module.handleError = (error, args) => {
      this.lastError = error;
      module.handleError?.(error, args);
    };
    return { ...build, entry: { ...build.entry, module: { ...module, handleError } } };
  }

  /** Sends one request to the whole built app: GET, or POST with `form` (urlencoded) or `body`. */
  async ask(
    path: string,
    options: {
      cookie?: string;
      form?: Record<string, string | string[]>;
      body?: BodyInit;
      method?: string;
      headers?: Record<string, string>;
      /** Address of the client, if limits per client matter. */
      ip?: string;
    } = {},
  ): Promise<Response> {
    this.#handler ??= handlerOf(this.#heard(await builtApp(this.hashesOnce)));
    const headers = new Headers(options.headers);
    if (options.cookie) headers.set("Cookie", options.cookie);
    const posted = options.form ? encode(options.form) : options.body;
    const request = new Request(`http://goodside.test${path}`, {
      method: options.method ?? (posted === undefined ? "GET" : "POST"),
      headers,
      body: posted,
    });
    const finish: (() => void)[] = [];
    const context: AppLoadContext = {
      requestId: "test-request",
      clientIp: options.ip ?? "203.0.113.7",
      onFinish: (work) => finish.push(work),
      note: () => {},
    };
    try {
      const response = await this.#handler(request, context);
      const body = await response.arrayBuffer();
      const bodyless =
        response.status === 204 ||
        response.status === 304 ||
        (response.status >= 300 && body.byteLength === 0);
      return new Response(bodyless ? null : body, response);
    } finally {
      for (const work of finish) work();
    }
  }
}

/** Returns the part of the build that answers for an address, as the server does (app/server/remix.ts). */
function handlerOf(build: ServerBuild): Answer {
  const answerFor = byAddress(withPlainData(build), answerWith);
  return (request, context) => answerFor(new URL(request.url).pathname)(request, context);
}

const nobody = {
  email: null,
  club_code: null,
  phone: "",
  state: "",
  city: "",
  password_changed_at: null,
  terms_accepted_at: null,
  // Above any version: no page asks for the terms.
  terms_version: 1_000,
  privacy_mailed: 1_000,
  last_sign_in_at: null,
};

/** Returns the version that a page's form carries; of several forms, the one with the `intent`; '' if it has none. */
export function versionOn(html: string, intent?: string | string[]): string {
  const form = intent ? html.split("<form").find((part) => part.includes(`value="${intent}"`)) : html;
  return /name="version" value="([^"]*)"/.exec(form ?? html)?.[1] ?? "";
}

function encode(form: Record<string, string | string[]>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const item of [value].flat()) params.append(name, item);
  return params;
}

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Env } from "#app/config/env.server.ts";
import { installationKeyFile, keyIn } from "#app/config/installation-key-file.server.ts";
import type { ClubDb, ClubSchema } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { flush, replaceThrough } from "#app/db/copy.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openFile, openMemory } from "#app/db/file-engine.server.ts";
import { movingFile, movingMark } from "#app/db/moved-away.server.ts";
import { makeTemplate } from "#app/db/new-club-file.server.ts";
import { openEvents } from "#app/db/outbox.server.ts";
import { ClubRows } from "#app/db/postgres/clubs.server.ts";
import { connectAlone, openPool } from "#app/db/postgres/pool.server.ts";
import { bringFileBack, takeFileAside } from "#app/db/replace.server.ts";
import { holdLock } from "#app/db/sqlite.server.ts";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { differing, hashesOf, tablesOfFile } from "#app/db/whole-tables.server.ts";
import { auditHead } from "#app/domain/club/audit/audit.server.ts";
import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { eraseClubRows } from "#app/domain/control/retention/erase-club.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { timeForNames } from "#app/journeys/support/restore-club.server.ts";
import { type InstallationKeys, type KeySettings, makeKeysOf } from "#app/runtime/installation-key.server.ts";
import { swapFolder } from "../restore/uploads.ts";
import { exportClub } from "./export.ts";
import { importClub } from "./import.ts";
import { type Installation, replaceKept, UPLOADS } from "./installation.ts";
import { ACCOUNT_COLUMNS } from "./people.ts";
import type { Place } from "./place.ts";

/** Step that was reached; a test kills the process there. */
export type ClubStep = "closed" | "packed" | "copied" | "verified" | "moved" | "opened" | "forgotten";

interface Moving {
  from: Place;
  to: Place;
  mode: Env["mode"];
  keys: KeySettings;
  code: string;
}

type Print = (line: string) => void;

/** Longest wait for a club's outgoing events. */
const DRAINED_WITHIN_MS = 30_000;
/** Jobs that only concern the club: scheduled or failed ones move with it. */
const GO_ALONG = ["agreement.mails", "club.entries", "club.search", "pulse.mails"];
/** Folder of the archive while a club is moved; leftovers of a killed move are removed by the next. */
const FOLDER = "moving";

/**
 * Moves a club from one installation to another while both serve. It takes no changes from the start of its copy, and
 * opens there only after the old place has noted for good that it is gone. After a kill, start it again.
 * @throws if it could not be moved; before it is noted as gone, the old place then serves it as before
 */
export async function moveClub(
  { from, to, mode, keys, code }: Moving,
  print: Print,
  reached: (step: ClubStep) => void = () => {},
): Promise<void> {
  if (from.name === to.name) throw new Error(`${code.toUpperCase()} is in ${to.name} already`);
  if (!to.databaseUrl && !existsSync(join(to.dataDir, "control.sqlite")))
    throw new Error(`There is no installation in ${to.name}: npm run club -- move --all moves everything`);
  await withInstallation(from, { mode, keys }, (source) =>
    withInstallation(to, { mode, keys }, async (target) => {
      const release = await lockMove(source, from, code);
      const folder = join(from.dataDir, FOLDER, code);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        await move({ source, target, to: to.name, code, folder }, print, reached);
      } finally {
        rmSync(folder, { recursive: true, force: true });
        await release();
      }
    }),
  );
}

/** Serves a club again after an unfinished move. */
export async function cancelMove(
  { from, mode, keys, code }: Omit<Moving, "to">,
  print: Print,
): Promise<void> {
  await withInstallation(from, { mode, keys }, async (source) => {
    const release = await lockMove(source, from, code);
    try {
      const closed = await closedState(source, code);
      if (!closed) throw new Error(`${code.toUpperCase()} is not being moved`);
      if (closed.state === "moved")
        throw new Error(`${code.toUpperCase()} is in ${closed.to} already: finish the move`);
      await reopen(source, code);
      rmSync(join(from.dataDir, FOLDER, code), { recursive: true, force: true });
      print(`${code.toUpperCase()}: open again. What ${closed.to} has of it stays in creation there.`);
    } finally {
      await release();
    }
  });
}

interface Work {
  source: Installation;
  target: Installation;
  to: string;
  code: string;
  folder: string;
}

async function move(work: Work, print: Print, reached: (step: ClubStep) => void): Promise<void> {
  const { source, target, to, code, folder } = work;
  const name = code.toUpperCase();
  const begun = await closedState(source, code);
  if (begun && begun.to !== to)
    throw new Error(
      begun.state === "moved"
        ? `${name} was moved to ${begun.to}`
        : `${name} is being moved to ${begun.to}: finish that, or --cancel it`,
    );
  const row = await rowOf(source, code);
  if (!row && !begun) throw new Error(`There is no club ${name} in the place that it is moved from`);
  if (begun?.state !== "moved") {
    if (!row || row.status === "creating") throw new Error(`${name} is not ready`);
    const there = await rowOf(target, code);
    if (there && there.status !== "creating")
      throw new Error(
        there.created_at === row.created_at
          ? `${name} is in ${to} already`
          : `Another club has the code ${name} in ${to}`,
      );
    await close(source, { code, to, status: row.status, isBegun: begun !== null }, print);
    reached("closed");
    try {
      const archive = join(folder, `${code}.club`);
      const { broken } = await exportClub(source, { code, to: archive }, () => {});
      if (broken.length > 0)
        throw new Error(
          `${name}: ${broken.join(", ")} cannot be opened, which would be lost: is INSTALLATION_KEY the one that sealed it? Otherwise npm run verify`,
        );
      reached("packed");
      await importClub(target, { from: archive, open: false }, print);
      reached("copied");
      await verify(work);
      reached("verified");
    } catch (error) {
      await reopen(source, code).catch(() =>
        print(`${name} stays closed: start the move again, or --cancel it`),
      );
      throw error;
    }
    await setClosed(source, code, { state: "moved", to, status: row.status });
  }
  reached("moved");
  const status = begun?.status ?? row?.status ?? "active";
  await target.platform.control
    .updateTable("clubs")
    .set({ status })
    .where("code", "=", code)
    .where("status", "=", "creating")
    .execute();
  await takeJobsAlong(work);
  reached("opened");
  await forget(source, { code, to }, print);
  reached("forgotten");
  print(`${name}: moved to ${to}, every table's hash and both chains equal`);
}

const rowOf = ({ platform: { control } }: Installation, code: string) =>
  control.selectFrom("clubs").select(["created_at", "status"]).where("code", "=", code).executeTakeFirst();

const closedSchema = z.object({
  state: z.enum(["moving", "moved"]),
  to: z.string(),
  status: z.enum(["active", "suspended"]),
});
type Closed = z.infer<typeof closedSchema>;

const clubsFolder = ({ dataDir }: Installation) => join(dataDir, "clubs");

async function closedState(source: Installation, code: string): Promise<Closed | null> {
  const { clubs } = source.platform;
  const mark = movingMark(clubsFolder(source), code);
  const kept =
    clubs instanceof ClubRows
      ? await clubs.closed(code)
      : existsSync(mark)
        ? readFileSync(mark, "utf8")
        : null;
  return kept === null ? null : closedSchema.parse(JSON.parse(kept));
}

async function setClosed(source: Installation, code: string, closed: Closed): Promise<void> {
  const { clubs } = source.platform;
  const text = JSON.stringify(closed);
  if (clubs instanceof ClubRows) return clubs.setClosed(code, text);
  mkdirSync(join(clubsFolder(source), ".moved"), { recursive: true, mode: 0o700 });
  replaceThrough(movingMark(clubsFolder(source), code), text);
}

/** Closes the club to changes, once this installation has no work left for it. */
async function close(
  source: Installation,
  { code, to, status, isBegun }: { code: string; to: string; status: Closed["status"]; isBegun: boolean },
  print: Print,
): Promise<void> {
  const { clubs } = source.platform;
  const until = Date.now() + DRAINED_WITHIN_MS;
  let isSaid = false;
  let left: string[] = [];
  for (let isClosed = isBegun; ; isClosed = false) {
    const waits = isClosed ? [] : await clubs.use(code, (db) => waiting(source, db, code));
    if (waits.length === 0) {
      await setClosed(source, code, { state: "moving", to, status });
      if (!(clubs instanceof ClubRows)) await takeAway(source, code);
      // Work that was added between the question and the closing.
      const late = await withRows(source, code, (db) => waiting(source, db, code));
      if (late.length === 0) return;
      left = late;
      await reopen(source, code);
    } else left = waits;
    if (!isSaid) print(`${code.toUpperCase()}: ${left.join(", ")} first`);
    isSaid = true;
    if (Date.now() > until)
      throw new Error(
        `${code.toUpperCase()}: ${left.join(", ")} did not go in ${DRAINED_WITHIN_MS / 1000} s: does its jobs process run? Without one: npm run jobs -- --once`,
      );
    await setTimeout(500);
  }
}

async function takeAway(source: Installation, code: string): Promise<void> {
  try {
    await takeFileAside(clubsFolder(source), code, movingFile(clubsFolder(source), code));
  } catch (error) {
    await reopen(source, code);
    throw error;
  }
}

/** Lists this installation's remaining work on a club's data: jobs and events, in words. Mails need only their rows. */
async function waiting({ platform: { control } }: Installation, db: ClubDb, code: string): Promise<string[]> {
  const soon = new Date(Date.now() + DRAINED_WITHIN_MS).toISOString();
  const jobs = await jobsOf(control, code)
    .select("id")
    .where((eb) =>
      eb.or([
        eb("status", "=", "running"),
        eb("status", "=", "queued").and(eb.or([eb("run_at", "<=", soon), eb("kind", "not in", GO_ALONG)])),
      ]),
    )
    .limit(500)
    .execute();
  const events = await openEvents(db);
  return [[jobs.length, "job"] as const, [events.length, "event"] as const].flatMap(([n, word]) =>
    n > 0 ? [pluralize(n, word)] : [],
  );
}

const jobsOf = (control: ControlDb, code: string) =>
  control.selectFrom("jobs").where("payload", "like", `%"clubCode":"${code}"%`);

/** Moves the scheduled jobs there, and the failed ones. Idempotent. */
async function takeJobsAlong({ source, target, code }: Work): Promise<void> {
  const jobs = await jobsOf(source.platform.control, code)
    .selectAll()
    .where("kind", "in", GO_ALONG)
    .where("status", "<>", "done")
    .execute();
  const queued = { status: "queued" as const, locked_until: null };
  const rows = jobs.map((job) => (job.status === "dead" ? job : { ...job, ...queued }));
  if (rows.length > 0)
    await target.platform.control
      .insertInto("jobs")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Runs work on a closed club's rows. */
async function withRows<Result>(
  source: Installation,
  code: string,
  work: (db: ClubDb) => Promise<Result>,
): Promise<Result> {
  const { clubs } = source.platform;
  const path = movingFile(clubsFolder(source), code);
  if (clubs instanceof ClubRows || !existsSync(path)) return clubs.use(code, work);
  const db = kyselyOver<ClubSchema>(openFile(path));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function reopen(source: Installation, code: string): Promise<void> {
  const { clubs } = source.platform;
  if (clubs instanceof ClubRows) return clubs.setClosed(code, null);
  bringFileBack(clubsFolder(source), code, movingFile(clubsFolder(source), code));
  rmSync(movingMark(clubsFolder(source), code), { force: true });
  flush(join(clubsFolder(source), ".moved"));
}

/** Tables that the other installation rewrites if it already knows people, or the public address. */
const RENAMED: readonly string[] = ["club", ...ACCOUNT_COLUMNS.map(([table]) => table)];

async function verify({ source, target, code }: Work): Promise<void> {
  const file = kyselyOver<ClubSchema>(openMemory(await makeTemplate()));
  const tables = await tablesOfFile(file);
  await file.destroy();
  const look = async (db: ClubDb) => ({
    hashes: await hashesOf(db, tables),
    heads: JSON.stringify([await evidenceHead(db), await auditHead(db)]),
  });
  const before = await withRows(source, code, look);
  const after = await target.platform.clubs.use(code, look);
  const changed = differing(before.hashes, after.hashes).filter(
    (table) => !RENAMED.includes(table) || before.hashes[table]?.rows !== after.hashes[table]?.rows,
  );
  if (changed.length > 0)
    throw new Error(`${code.toUpperCase()}: not the same there in ${changed.join(", ")}`);
  if (before.heads !== after.heads) throw new Error(`${code.toUpperCase()}: its chains end elsewhere there`);
}

/** Removes a club that moved away, except its payments and people's own accounts. */
async function forget(
  source: Installation,
  { code, to }: { code: string; to: string },
  print: Print,
): Promise<void> {
  const { control, clubs } = source.platform;
  const at = new Date();
  await inTransaction(control, async (tx) => {
    const row = await tx.selectFrom("clubs").select("code").where("code", "=", code).executeTakeFirst();
    if (!row) return;
    const others = await jobsOf(tx, code)
      .select("kind")
      .where("status", "<>", "done")
      .where("kind", "not in", GO_ALONG)
      .execute();
    // They are sent from here, at their time.
    await tx
      .updateTable("mails")
      .set({ club_code: null })
      .where("club_code", "=", code)
      .where("status", "=", "queued")
      .execute();
    await eraseClubRows(tx, code, at);
    // It may come back.
    await tx.deleteFrom("erased_clubs").where("code", "=", code).execute();
    const actor = { kind: "system", id: null } as const;
    await recordAudit(tx, { kind: "club.moved", actor, subject: code, detail: { to }, at });
    if (others.length > 0) {
      const kinds = [...new Set(others.map(({ kind }) => kind))].sort().join(", ");
      print(
        `${code.toUpperCase()}: ${pluralize(others.length, "job")} about accounts and orders of here did not come along: ${kinds}`,
      );
    }
  });
  if (clubs instanceof ClubRows) {
    if (source.kept) await replaceKept(source.kept, code, null);
    await clubs.eraseClosed(code);
    return;
  }
  const aside = join(source.dataDir, "replaced", `${code}-${timeForNames()}`);
  mkdirSync(join(source.dataDir, "replaced"), { recursive: true, mode: 0o700 });
  const uploads = join(source.dataDir, UPLOADS, code);
  if (existsSync(uploads)) swapFolder("", uploads, `${aside}-uploads`);
  const path = movingFile(clubsFolder(source), code);
  if (existsSync(path)) {
    renameSync(path, `${aside}.sqlite`);
    for (const part of ["-wal", "-shm"]) rmSync(path + part, { force: true });
    print(`${code.toUpperCase()}: its file of here lies in ${aside}.sqlite, for 30 days`);
  }
  rmSync(movingMark(clubsFolder(source), code), { force: true });
  flush(join(clubsFolder(source), ".moved"));
}

/** Locks the move: one club at a time. */
async function lockMove(
  source: Installation,
  { databaseUrl }: Place,
  code: string,
): Promise<() => Promise<void>> {
  const others = new Error(`${code.toUpperCase()} is being moved by another process`);
  if (!databaseUrl) {
    const folder = join(clubsFolder(source), ".moved");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${code}.lock`);
    const release = holdLock(path);
    if (!release) throw others;
    return async () => {
      rmSync(path, { force: true });
      release();
    };
  }
  const client = await connectAlone(databaseUrl);
  const { rows } = await client.query("select pg_try_advisory_lock(5, hashtext($1)) as held", [code]);
  if (rows[0]?.held) return () => client.end();
  await client.end();
  throw others;
}

/**
 * Returns the keys of a place: a folder has its own, unless it is served with one of the settings; a PostgreSQL has
 * that one.
 */
function keysAt({ dataDir, databaseUrl }: Place, given: KeySettings): InstallationKeys {
  const ofFolder = !databaseUrl && existsSync(installationKeyFile(dataDir));
  const all = makeKeysOf(dataDir, given);
  if (!ofFolder) return all;
  const own = keyIn(dataDir);
  return [own, ...all.filter((key) => key !== own)];
}

async function withInstallation<Result>(
  place: Place,
  { mode, keys }: Pick<Moving, "mode" | "keys">,
  work: (open: Installation) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir, name } = place;
  const platform = await openPlatform({ dataDir, databaseUrl, mode, migrateOnOpen: false }).catch(
    (error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
    },
  );
  const kept = databaseUrl ? openPool(databaseUrl, "files") : null;
  try {
    return await work({ platform, dataDir, mode, kept, keys: keysAt(place, keys) });
  } finally {
    await kept?.end();
    await platform.close();
  }
}

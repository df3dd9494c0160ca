import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Env } from "#app/config/env.server.ts";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import type { ClubSchema } from "#app/db/club/schema.ts";
import type { ControlDb, ControlSchema, ControlTx } from "#app/db/control/schema.ts";
import { flush } from "#app/db/copy.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openFile, openMemory } from "#app/db/file-engine.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { movedAway } from "#app/db/moved-away.server.ts";
import { makeTemplate } from "#app/db/new-club-file.server.ts";
import { writeClubFile } from "#app/db/postgres/club-file.server.ts";
import { ClubRows } from "#app/db/postgres/clubs.server.ts";
import { addCopiedRows, tablesIn } from "#app/db/postgres/copied-rows.server.ts";
import { type Database, openDatabase } from "#app/db/postgres/open.server.ts";
import { openPool } from "#app/db/postgres/pool.server.ts";
import { interruptedRestore, openPlatform, type Platform } from "#app/db/storage/platform.server.ts";
import {
  differing,
  fillFile,
  hashesOf,
  type TableHashes,
  tablesOfFile,
  type WholeTable,
} from "#app/db/whole-tables.server.ts";
import { rebuildWords } from "#app/domain/control/leaderboard/entries.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { migrations as controlMigrations } from "#migrations/control/index.ts";
import { filesBelow } from "../backup/uploads.ts";
import { UPLOADS, writeKept } from "./installation.ts";
import { ask, movedTo, type Place, refuseWhileItRuns } from "./place.ts";

/** Step that was reached; a test kills the process there. */
export type Step = "checked" | "clubs" | "closed" | "control" | "opened";

interface Moving {
  from: Place;
  to: Place;
  mode: Env["mode"];
  key: Env["installationKey"];
}

type Print = (line: string) => void;

/**
 * Moves a stopped installation to an empty one on the other engine: every club, the control tables and the documents.
 * Each table's rows are compared by a hash. The old installation keeps everything, and is closed before the new one is
 * open. After a kill, start the move again.
 * @throws before the old installation is closed, if anything is wrong
 */
export async function moveEverything(
  moving: Moving,
  print: Print,
  reached: (step: Step) => void = () => {},
): Promise<void> {
  const { from, to } = moving;
  if (Boolean(from.databaseUrl) === Boolean(to.databaseUrl))
    throw new Error(
      from.databaseUrl
        ? "From one PostgreSQL to another its own means move everything: npm run backup, npm run restore"
        : "From one folder to another: stop the site and move the folder",
    );
  if (!from.databaseUrl && !existsSync(join(from.dataDir, "control.sqlite")))
    throw new Error(`There is no installation in ${from.name}`);
  const left = await movedTo(from);
  if (left !== null && left !== to.name) throw new Error(`Everything was moved from here to ${left} already`);
  await refuseWhileItRuns(from);
  if (to.databaseUrl)
    await toDatabase({ ...moving, to: { ...to, databaseUrl: to.databaseUrl } }, print, reached);
  else await toFolder(moving, print, reached);
  print(`Everything is in ${to.name} now. ${from.name} keeps what it had and serves it no more.`);
  const keyFile = installationKeyFile(from.dataDir);
  // Sealed data opens only with this key, on every machine.
  const keyWords =
    moving.key || !existsSync(keyFile) ? "" : `, and with what ${keyFile} holds as INSTALLATION_KEY`;
  if (to.databaseUrl) print(`Start the site with DATABASE_URL${keyWords}.`);
  else print(`Start the site with DATA_DIR=${to.dataDir}, without DATABASE_URL.`);
}

const openSource = ({ databaseUrl, dataDir }: Place, mode: Env["mode"]): Promise<Platform> =>
  openPlatform({ dataDir, databaseUrl, mode, migrateOnOpen: false, evenIfMoved: true });

/** Lists the tables of this release's files. */
async function tablesOfRelease(): Promise<{ control: WholeTable[]; club: WholeTable[] }> {
  const control = kyselyOver<ControlSchema>(openMemory());
  await migrate(control, controlMigrations);
  const club = kyselyOver<ClubSchema>(openMemory(await makeTemplate()));
  try {
    return { control: await tablesOfFile(control), club: await tablesOfFile(club) };
  } finally {
    await control.destroy();
    await club.destroy();
  }
}

async function toDatabase(
  { from, to, mode }: Moving & { to: { databaseUrl: string } },
  print: Print,
  reached: (step: Step) => void,
): Promise<void> {
  const target = openDatabase(to.databaseUrl);
  const kept = openPool(to.databaseUrl, "files");
  const tables = await tablesOfRelease();
  let source: Platform | undefined;
  try {
    if (await isDone(target, to)) {
      if ((await movedTo(from)) === to.name) return;
      throw new Error(`${to.name} is in use already: everything is moved into an empty database`);
    }
    await makeReady(target, to);
    source = await openSource(from, mode);
    reached("checked");
    const { clubs } = target;
    if (!(clubs instanceof ClubRows)) throw new Error("The target has no rows");
    const codes = await source.clubs.codes();
    for (const code of await clubs.codes()) if (!codes.includes(code)) await clubs.erase(code);
    const before: Record<string, TableHashes> = {};
    for (const code of codes)
      before[code] = await source.clubs.use(code, async (db) => {
        await clubs.replace(code, db);
        return hashesOf(db, tables.club);
      });
    const uploads = await keepUploads(kept, join(from.dataDir, UPLOADS));
    reached("clubs");
    const open = source;
    source = undefined;
    source = await closeSource({ from, to, mode }, open, { before, tables: tables.club });
    reached("closed");
    const { control } = source;
    const hashes = await hashesOf(control, tables.control);
    await inTransaction(target.control, async (tx) => {
      for (const table of await tablesIn(tx, "control"))
        await sql`delete from ${sql.table(table)}`.execute(tx as unknown as Kysely<unknown>);
      await addCopiedRows(tx, "control", control, tables.control);
      await indexAnew(tx);
      refuseDifferent("control", hashes, await hashesOf(tx, tables.control));
      reached("control");
    });
    reached("opened");
    report(hashes, before, uploads, print);
  } finally {
    await Promise.all([source?.close(), target.close(), kept.end()]);
  }
}

async function toFolder(
  { from, to, mode, key }: Moving,
  print: Print,
  reached: (step: Step) => void,
): Promise<void> {
  const { databaseUrl } = from;
  if (!databaseUrl) throw new Error("The source is no PostgreSQL");
  const { dataDir } = to;
  const mark = interruptedRestore(dataDir);
  const begun = existsSync(mark) && readFileSync(mark, "utf8") === MOVE;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !begun) {
    if ((await movedTo(from)) === to.name) return;
    throw new Error(`${dataDir} is not empty: everything is moved into an empty folder`);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Leftovers of a killed move.
  for (const name of readdirSync(dataDir).filter((name) => join(dataDir, name) !== mark))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  writeFileSync(mark, MOVE, { mode: 0o600 });
  flush(dataDir);
  const kept = openPool(databaseUrl, "files");
  const tables = await tablesOfRelease();
  let source: Platform | undefined;
  try {
    source = await openSource(from, mode);
    reached("checked");
    mkdirSync(join(dataDir, "clubs"), { mode: 0o700 });
    const before: Record<string, TableHashes> = {};
    for (const code of await source.clubs.codes())
      before[code] = await source.clubs.use(code, async (db) => {
        const path = join(dataDir, "clubs", `${code}.sqlite`);
        await writeClubFile(db, path);
        const hashes = await hashesOf(db, tables.club);
        const file = kyselyOver<ClubSchema>(openFile(path));
        try {
          refuseDifferent(code.toUpperCase(), hashes, await hashesOf(file, tables.club));
        } finally {
          await file.destroy();
        }
        return hashes;
      });
    const uploads = await writeUploads(kept, dataDir);
    if (!key && existsSync(installationKeyFile(from.dataDir)))
      writeFileSync(installationKeyFile(dataDir), readFileSync(installationKeyFile(from.dataDir)), {
        mode: 0o600,
      });
    reached("clubs");
    await kept.end();
    const open = source;
    source = undefined;
    source = await closeSource({ from, to, mode }, open, { before, tables: tables.club });
    reached("closed");
    const hashes = await hashesOf(source.control, tables.control);
    await writeControl(join(dataDir, "control.sqlite"), source.control, tables.control, hashes);
    for (const folder of [join(dataDir, "clubs"), dataDir]) flush(folder);
    reached("control");
    rmSync(mark);
    flush(dataDir);
    reached("opened");
    report(hashes, before, uploads, print);
  } finally {
    await source?.close();
    if (!kept.ended) await kept.end();
  }
}

/** Marks a data folder into which a move has not finished. */
const MOVE = "A move of everything into this folder\n";

/** Tells whether a database holds an installation already: its mode is written with all the rest. */
async function isDone(target: Database, { databaseUrl }: { databaseUrl: string }): Promise<boolean> {
  if (await target.isEmpty()) return false;
  const [row] = await ask(
    databaseUrl,
    `select (select count(*) from control.meta where key = 'mode') + (select count(*) from control.clubs)
      + (select count(*) from control.accounts) as n`,
  );
  return Number(row?.n) > 0;
}

async function makeReady(target: Database, { databaseUrl, name }: { databaseUrl: string; name: string }) {
  const [server] = await ask(
    databaseUrl,
    `select pg_encoding_to_char(encoding) || ' ' || datcollate as kind from pg_database where datname = current_database()`,
  );
  if (server?.kind !== "UTF8 C")
    throw new Error(
      `${name} has the encoding and locale ${server?.kind}: make one with template template0 encoding 'UTF8' locale 'C'`,
    );
  const { bypasses } = await target.state();
  if (bypasses) throw new Error(`${name} would not keep the clubs apart: ${bypasses}`);
  await target.migrate();
}

/**
 * Copies the uploads without unsealing them: both installations have one key.
 * @returns how many
 */
async function keepUploads(kept: ReturnType<typeof openPool>, folder: string): Promise<number> {
  const paths = filesBelow(folder).filter((path) => !path.startsWith("."));
  await kept.query("delete from kept where path like 'uploads/%'");
  for (const path of paths) {
    const content = readFileSync(join(folder, path));
    const { rows } = await kept.query<{ sha256: string }>(
      "insert into kept (path, content) values ($1, $2) returning encode(sha256(content), 'hex') as sha256",
      [`${UPLOADS}/${path}`, content],
    );
    if (rows[0]?.sha256 !== createHash("sha256").update(content).digest("hex"))
      throw new Error(`${path}: not the same in PostgreSQL`);
  }
  return paths.length;
}

async function writeUploads(kept: ReturnType<typeof openPool>, dataDir: string): Promise<number> {
  const { rows } = await kept.query<{ path: string; sha256: string }>(
    "select path, encode(sha256(content), 'hex') as sha256 from kept where path like 'uploads/%'",
  );
  for (const { path, sha256 } of rows) {
    const to = join(dataDir, path);
    await writeKept(kept, path, to);
    if (createHash("sha256").update(readFileSync(to)).digest("hex") !== sha256)
      throw new Error(`${path}: not the same in the folder`);
    flush(to);
    flush(dirname(to));
  }
  return rows.length;
}

async function writeControl(
  path: string,
  from: ControlDb,
  tables: readonly WholeTable[],
  wanted: TableHashes,
): Promise<void> {
  const control = kyselyOver<ControlSchema>(openFile(path, { create: true }));
  try {
    await migrate(control, controlMigrations);
    await inTransaction(control, async (tx) => {
      await fillFile(tx, from);
      await indexAnew(tx);
      refuseDifferent("control", wanted, await hashesOf(tx, tables));
    });
  } finally {
    await control.destroy();
  }
  flush(path);
}

/** Makes the triggers write the words of every club, person, team and game, which no index keeps in a readable form. */
async function indexAnew(tx: ControlTx): Promise<void> {
  const db = tx as unknown as Kysely<unknown>;
  for (const table of ["clubs", "accounts"]) {
    const named = sql.table(table);
    await sql`update ${named} set name = name || ' x'`.execute(db);
    await sql`update ${named} set name = substr(name, 1, length(name) - 2)`.execute(db);
  }
  await rebuildWords(tx);
}

function refuseDifferent(what: string, wanted: TableHashes, found: TableHashes): void {
  const tables = differing(wanted, found);
  if (tables.length > 0) throw new Error(`${what}: not the same in ${tables.join(", ")}`);
}

/**
 * Closes the old installation, in which nothing may run, and checks that its clubs are the copied ones.
 * @returns the old installation, to read
 * @throws if they differ; then it is open again
 */
async function closeSource(
  { from, to, mode }: Pick<Moving, "from" | "to" | "mode">,
  open: Platform,
  { before, tables }: { before: Record<string, TableHashes>; tables: readonly WholeTable[] },
): Promise<Platform> {
  await open.close();
  await close(from, to);
  let source: Platform | undefined;
  try {
    // A process that starts later finds the mark.
    await refuseWhileItRuns(from);
    source = await openSource(from, mode);
    for (const code of new Set([...(await source.clubs.codes()), ...Object.keys(before)]))
      refuseDifferent(
        `${code.toUpperCase()}, which was written to meanwhile`,
        before[code] ?? {},
        await source.clubs.use(code, (db) => hashesOf(db, tables)),
      );
    return source;
  } catch (error) {
    await source?.close();
    await reopen(from);
    throw error;
  }
}

/** Stops the old installation from being served. */
async function close({ databaseUrl, dataDir }: Place, to: Place): Promise<void> {
  if (databaseUrl) {
    const closed = `'${to.name.replaceAll("'", "''")}'`;
    // Skipped if it is closed already: a closed one refuses this statement as well.
    for (const table of ["control.changes", "club.stored_clubs"])
      await ask(
        databaseUrl,
        `update ${table} set closed = ${closed} where closed is distinct from ${closed}`,
      );
    return;
  }
  writeFileSync(movedAway(dataDir), `${to.name}\n`, { mode: 0o600 });
  flush(dataDir);
}

async function reopen({ databaseUrl, dataDir }: Place): Promise<void> {
  if (databaseUrl) {
    await ask(databaseUrl, "update control.changes set closed = null");
    await ask(databaseUrl, "update club.stored_clubs set closed = null");
  } else rmSync(movedAway(dataDir), { force: true });
}

function report(
  control: TableHashes,
  clubs: Record<string, TableHashes>,
  uploads: number,
  print: Print,
): void {
  const rowsIn = (hashes: TableHashes) => Object.values(hashes).reduce((sum, { rows }) => sum + rows, 0);
  for (const [code, hashes] of Object.entries(clubs))
    print(`${code.toUpperCase()}: ${pluralize(rowsIn(hashes), "row")}, every table's hash equal`);
  print(`control: ${pluralize(rowsIn(control), "row")}, every table's hash equal`);
  print(`${pluralize(uploads, "document")}, every one's hash equal`);
}

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClubSchema } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { flush } from "#app/db/copy.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { fetchCopy } from "#app/db/fetch-copy.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { announceEvents } from "#app/db/outbox.server.ts";
import { ClubRows as RowsOfClubs } from "#app/db/postgres/clubs.server.ts";
import { replaceClubFile } from "#app/db/replace.server.ts";
import { auditHead } from "#app/domain/club/audit/audit.server.ts";
import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import { restoreAuditHead } from "#app/domain/control/audit/audit.server.ts";
import { freeSlug } from "#app/domain/control/clubs/clubs.server.ts";
import { restoreEvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { documentProblem, sealDocument } from "#app/files/stored-documents.server.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { updateClubSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { timeForNames } from "#app/journeys/support/restore-club.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { InstallationKeys } from "#app/runtime/installation-key.server.ts";
import { LISTS } from "../migrate/lists.ts";
import { lostAuditWords, lostWords } from "../restore/club.ts";
import { swapFolder } from "../restore/uploads.ts";
import { CLUB_FILE, documentPath, openClubArchive } from "./club-archive.ts";
import {
  asClubRows,
  type ClubRows,
  linksOfBoth,
  ownLinks,
  pulseLinksOfBoth,
  writeClubRows,
} from "./control-rows.ts";
import { refuseErased } from "./erased.ts";
import { exportClub } from "./export.ts";
import { type Installation, keysOf, replaceKept, workPlace } from "./installation.ts";
import { renameAccounts, whoIsHere } from "./people.ts";

type Opened = ReturnType<typeof openClubArchive>;

/**
 * Imports a club from its exported file while the site runs. Everything is checked and prepared before anything is
 * written. People who already have an account keep it with its password. An interrupted import can be run again.
 * @param open false: the club stays in creation, so that nobody can sign in to it
 * @param replace replaces an existing club; its old file is kept under replaced/ in the data folder
 * @throws Error with a message for the operator, before anything changes
 */
export async function importClub(
  installation: Installation,
  { from, replace = false, open = true }: { from: string; replace?: boolean; open?: boolean },
  print: (line: string) => void,
): Promise<void> {
  const archive = openClubArchive(from);
  try {
    const { code } = archive;
    const { control, clubs } = installation.platform;
    await refuseErased(control, code);
    const rows = await asClubRows(control, code, rowsOfThisRelease(archive, installation.mode));
    refuseWhatStands(await clubHere(control, code), rows, { file: await clubs.has(code), replace });
    const here = await whoIsHere(control, rows.accounts);
    const ready = await makeReady(installation, archive, { rows, besides: dirname(from) }, here);
    try {
      await rehearse(control, ready.rows, here);
      await bring(installation, archive, { ...ready, from, open }, here, print);
    } finally {
      ready.clear();
    }
  } finally {
    archive.close();
  }
}

function rowsOfThisRelease({ mode, controlMigrations, rows }: Opened, here: string): Opened["rows"] {
  if (mode !== here) throw new Error(`This club is of ${mode} data and is refused in ${here} mode`);
  const newer = controlMigrations.filter((name) => !Object.hasOwn(LISTS.control, name));
  if (newer.length > 0) throw new Error(`This file is newer than the program: ${newer.join(", ")}`);
  return rows;
}

const clubHere = (control: ControlDb, code: string) =>
  control.selectFrom("clubs").select(["created_at", "status"]).where("code", "=", code).executeTakeFirst();

function refuseWhatStands(
  here: { created_at: string; status: string } | undefined,
  { clubs: [club] }: ClubRows,
  { file, replace }: { file: boolean; replace: boolean },
): void {
  const name = club?.code.toUpperCase();
  if (here && here.created_at !== club?.created_at) {
    throw new Error(`Another club has the code ${name} here: two clubs cannot have one code`);
  }
  // A killed import leaves the club in the state 'creating'.
  if (replace || here?.status === "creating" || (!here && !file)) return;
  throw new Error(
    here
      ? `${name} is here already: --replace puts the file in its place, and keeps what it replaces`
      : `A file of ${name} is here that the control database does not know: --replace puts it aside`,
  );
}

interface Ready {
  rows: ClubRows;
  /** The club's file under a temporary name. */
  file: string;
  /** Its uploads under a temporary name. */
  uploads: string;
  /** Documents that cannot be opened here. */
  strange: string[];
  /** Removes the remains of both. */
  clear(): void;
}

/** Prepares the club's file and rows for this installation, without touching anything in use. */
async function makeReady(
  installation: Installation,
  archive: Opened,
  { rows, besides }: { rows: ClubRows; besides: string },
  here: ReadonlyMap<string, string>,
): Promise<Ready> {
  const { code } = archive;
  const { control } = installation.platform;
  const { file, uploads, clear } = workPlace(installation, besides);
  const packed = archive.files.find(({ path }) => path === CLUB_FILE);
  if (!packed) throw new Error("The file holds no club");
  const raw = `${file}-raw`;
  try {
    archive.unpack(CLUB_FILE, raw);
    await fetchCopy({ kind: "club", name: code, from: raw, sha256: packed.sha256, to: file });
  } finally {
    rmSync(raw, { force: true });
  }
  const slug = await slugHere(control, rows);
  const db = kyselyOver<ClubSchema>(openFile(file));
  try {
    await inTransaction(db, async (tx) => {
      await renameAccounts(tx, here);
      await tx.updateTable("club").set({ slug }).where("slug", "<>", slug).execute();
    });
    const link_tokens = await ownLinks(db, rows.link_tokens);
    const agreement_links = linksOfBoth(rows.agreement_links);
    const pulse_links = pulseLinksOfBoth(rows.pulse_links);
    rows = {
      ...rows,
      link_tokens,
      agreement_links,
      pulse_links,
      clubs: rows.clubs.map((club) => ({ ...club, slug })),
    };
  } finally {
    await db.destroy();
  }
  flush(file);
  for (const { path } of archive.files.filter(({ path }) => path.startsWith("uploads/"))) {
    const to = join(uploads, path.slice("uploads/".length));
    mkdirSync(dirname(to), { recursive: true });
    archive.unpack(path, to);
  }
  const keys = keysOf(installation);
  const strange = await sealDocuments(archive, rows.verification_documents, { uploads, keys });
  return { rows, file, uploads, strange, clear };
}

/**
 * Seals the documents with this installation's key.
 * @returns the names of those that cannot be opened here: from a file that an older release exported
 */
async function sealDocuments(
  archive: Opened,
  rows: ClubRows["verification_documents"],
  { uploads, keys }: { uploads: string; keys: InstallationKeys },
): Promise<string[]> {
  const plain = new Set(archive.files.map(({ path }) => path));
  const strange: string[] = [];
  for (const { id, club_code: clubCode, bytes, name } of rows) {
    const packed = documentPath(clubCode, id);
    const target = join(uploads, clubCode, id);
    if (plain.has(packed)) {
      const opened = join(uploads, `.${newId()}`);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      try {
        archive.unpack(packed, opened);
        await sealDocument(opened, target, { id, clubCode, key: keys[0] });
      } finally {
        rmSync(opened, { force: true });
      }
    } else if ((await documentProblem(target, { id, clubCode, bytes, keys })) !== null) strange.push(name);
  }
  return strange;
}

/** Returns the club's slug, or the next free one if another club here uses it. */
async function slugHere(control: ControlDb, { clubs: [club] }: ClubRows): Promise<string> {
  const slug = club?.slug ?? "";
  const taken = await control
    .selectFrom("clubs")
    .select("slug")
    .where("slug", ">=", slug)
    .where("slug", "<", `${slug}-\u{10ffff}`)
    .where("code", "<>", club?.code ?? "")
    .execute();
  return freeSlug(
    slug,
    taken.map((row) => row.slug),
  );
}

class Rehearsed extends Error {}

/** Writes the rows and rolls back, so that a conflict shows before the club's file is touched. */
async function rehearse(
  control: ControlDb,
  rows: ClubRows,
  here: ReadonlyMap<string, string>,
): Promise<void> {
  try {
    await inTransaction(control, async (tx) => {
      await writeClubRows(tx, rows, here);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

/**
 * Puts the club's data in place.
 * @returns the path of the replaced data; null if there was none
 */
async function putInPlace(
  installation: Installation,
  { code, file, uploads, from }: { code: string; file: string; uploads: string; from: string },
): Promise<string | null> {
  const { dataDir, kept, platform } = installation;
  if (platform.clubs instanceof RowsOfClubs && kept) {
    const own = await clubHere(platform.control, code);
    const stands = (await platform.clubs.has(code)) && own?.status !== "creating";
    const aside = join(dirname(from), `${code}-${timeForNames()}.club`);
    if (stands) await exportClub(installation, { code, to: aside }, () => {});
    const db = kyselyOver<ClubSchema>(openFile(file));
    try {
      await platform.clubs.replace(code, db);
    } finally {
      await db.destroy();
    }
    await replaceKept(kept, code, uploads);
    return stands ? aside : null;
  }
  const aside = join(dataDir, "replaced", `${code}-${timeForNames()}`);
  const stood = await replaceClubFile(join(dataDir, "clubs"), {
    code,
    fresh: file,
    aside: `${aside}.sqlite`,
  });
  const folder = join(dataDir, "uploads", code);
  if (existsSync(uploads) || existsSync(folder)) swapFolder(join(uploads, code), folder, `${aside}-uploads`);
  return stood ? `${aside}.sqlite` : null;
}

/** Creates the club as 'creating' until its file exists, as in a sign-up, so that nobody can sign in before. */
async function bring(
  installation: Installation,
  { code, madeAt, files }: Opened,
  { rows, file, uploads, strange, from, open }: Ready & { from: string; open: boolean },
  here: ReadonlyMap<string, string>,
  print: (line: string) => void,
): Promise<void> {
  const { platform } = installation;
  const { control, clubs } = platform;
  const name = code.toUpperCase();
  const creating = rows.clubs.map((club) => ({ ...club, status: "creating" as const }));
  const known = await clubHere(control, code);
  if (!known) await inTransaction(control, (tx) => writeClubRows(tx, { ...rows, clubs: creating }, here));
  const replaced = await putInPlace(installation, { code, file, uploads, from });
  // The accounts of the first step exist now.
  const now = new Map([...here, ...(await whoIsHere(control, rows.accounts))]);
  await inTransaction(control, (tx) => writeClubRows(tx, open ? rows : { ...rows, clubs: creating }, now));
  // The imported head is kept, so that an older file inside the archive is detected; newer records here are lost.
  const own = await clubs.use(code, (db) => evidenceHead(db));
  const head = rows.evidence_heads[0] ?? own;
  const lost = await restoreEvidenceHead(control, code, { head, at: new Date() });
  const audit = await clubs.use(code, (db) => auditHead(db));
  const lostAudit = await restoreAuditHead(control, code, { head: audit, at: new Date() });
  await announceEvents(control, code);
  const changed = await clubs.use(code, (db) => updateEntries({ control, db, clubCode: code }, "all"));
  await updateClubSearch(platform, code);
  if (lost > 0) print(lostWords(code, lost, "this file"));
  if (lostAudit > 0) print(lostAuditWords(code, lostAudit, "this file"));
  for (const document of strange)
    print(
      `${name}: "${document}" cannot be opened here: it is missing, or sealed with the key of where it comes from`,
    );
  const people = rows.accounts.filter(({ kind }) => kind === "person");
  const met = people.filter(({ id }) => here.has(id)).length;
  print(
    `${name}: imported as of ${madeAt}, with ${files.length - 1} uploads${replaced ? `; what it replaced: ${replaced}` : ""}`,
  );
  print(
    `${name}: ${people.length - met} people came along, ${met} were here already and keep their password`,
  );
  print(`${name}: ${changed} ${changed === 1 ? "row" : "rows"} of the leaderboard changed`);
}

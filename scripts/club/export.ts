import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { takeCopy } from "#app/db/copy.server.ts";
import { unsealDocument } from "#app/files/stored-documents.server.ts";
import { filesBelow } from "../backup/uploads.ts";
import { LISTS } from "../migrate/lists.ts";
import { CLUB_FILE, documentPath, openClubArchive, unfinished, writeClubArchive } from "./club-archive.ts";
import { type ClubRows, readClubRows } from "./control-rows.ts";
import { fileOfClub, type Installation, keysOf, uploadsOf } from "./installation.ts";

/**
 * Writes all data of a club into one file while the site runs, and verifies the whole file before renaming it.
 * @returns the names of documents that are missing or were changed, and so are left out
 * @throws if the club is unknown, not ready or damaged, or if `to` exists
 */
export async function exportClub(
  installation: Installation,
  { code, to }: { code: string; to: string },
  print: (line: string) => void,
): Promise<{ broken: string[] }> {
  const { platform, mode } = installation;
  const name = code.toUpperCase();
  if (existsSync(to)) throw new Error(`${to} is there already`);
  const madeAt = new Date().toISOString();
  const aside = unfinished(to);
  const folder = mkdtempSync(join(dirname(to), ".exporting-"));
  try {
    const source = await fileOfClub(installation, code, folder);
    if (!source) throw new Error(`There is no file of ${name}`);
    const copy = await takeCopy(source, folder);
    const { problems, owner } = copy.inspect("club");
    if (owner !== null && owner !== code) problems.push(`it belongs to ${owner.toUpperCase()}`);
    if (problems.length > 0) throw new Error(`The file of ${name} is not sound: ${problems.join("; ")}`);
    copy.keepAs(join(folder, CLUB_FILE));
    // Read after the club's file, so that everyone in it is included.
    const rows = await readClubRows(platform.control, code);
    const [club] = rows.clubs;
    if (!club || club.status === "creating") {
      throw new Error(`The control database ${club ? "is still creating" : "knows no"} ${name}`);
    }
    const uploadsFolder = await uploadsOf(installation, code, folder);
    const documents = await openDocuments(rows.verification_documents, {
      from: uploadsFolder,
      to: folder,
      keys: keysOf(installation),
    });
    const sealed = new Set(rows.verification_documents.map(({ id }) => `${code}/${id}`));
    const uploads = filesBelow(uploadsFolder, code).filter((path) => !sealed.has(path));
    writeClubArchive(
      aside,
      { code, mode, madeAt, controlMigrations: Object.keys(LISTS.control), rows: { ...rows } },
      [
        { path: CLUB_FILE, from: join(folder, CLUB_FILE) },
        ...uploads.map((path) => ({ path: `uploads/${path}`, from: join(uploadsFolder, path) })),
        ...documents.opened,
      ],
    );
    openClubArchive(aside).close();
    renameSync(aside, to);
    for (const { name: document } of documents.broken)
      print(`${name}: "${document}" is missing or was changed since it was stored, and does not come along`);
    const people = rows.accounts.filter(({ kind }) => kind === "person").length;
    print(
      `${name}: ${to} holds its file of ${madeAt}, ${people} ${people === 1 ? "person" : "people"} and ${uploads.length + documents.opened.length} uploads; keep it safe: it holds hashes of passwords${documents.opened.length > 0 ? " and opened documents" : ""}`,
    );
    return { broken: documents.broken.map(({ name: document }) => document) };
  } finally {
    for (const part of ["", "-wal", "-shm", "-journal"]) rmSync(aside + part, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Exports the verification's documents unsealed, because their key stays here
 * (product/verification.md#verification-documents).
 * @returns the documents, and those whose file is not what was stored
 */
async function openDocuments(
  rows: ClubRows["verification_documents"],
  { from: uploads, to: folder, keys }: { from: string; to: string; keys: readonly string[] },
) {
  const opened: { path: string; from: string }[] = [];
  const broken: typeof rows = [];
  for (const row of rows) {
    const { id, club_code: clubCode } = row;
    const to = join(folder, id);
    const sealed = join(uploads, clubCode, id);
    if (await unsealDocument(sealed, to, { id, clubCode, keys }))
      opened.push({ path: documentPath(clubCode, id), from: to });
    else broken.push(row);
  }
  return { opened, broken };
}

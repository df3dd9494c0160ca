import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubTable } from "#app/db/club/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  clubWithSheets,
  countDownloads,
  printableSettings,
} from "#app/domain/club/printables/printables.server.ts";
import {
  type PrintableFile,
  type PrintableLanguage,
  type PrintableSettings,
  printableFileName,
  printableFiles,
  printableIds,
} from "#app/domain/club/printables/printables.ts";
import type { Certificate } from "#app/domain/club/rewards/certificates.server.ts";
import { logoPicture } from "#app/domain/club/settings/logo.server.ts";
import { type Hex, readableShade } from "#app/domain/values/club-colors.ts";
import { initialsOf } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { logoForPaper } from "#app/files/encode-logo.server.ts";
import { type ZipEntry, zipStream } from "#app/files/zip-stream.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { printCertificates, printPrintable } from "#app/print/print.server.ts";
import type { PrintableContent, PrintedLogo } from "#app/print/printables/content.ts";
import { now } from "#app/runtime/clock.server.ts";

type Kept = Map<string, Promise<Uint8Array<ArrayBuffer>>>;
/** Clubs whose printed sheets are kept in memory, those that printed last; each has at most 300 kB. */
const KEPT_CLUBS = 3;
const kept = new Map<string, Kept>();

/** Returns the cache of a club's present version. */
function keptOf(version: string): Kept {
  const own: Kept = kept.get(version) ?? new Map();
  kept.delete(version);
  kept.set(version, own);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_CLUBS && oldest !== undefined) kept.delete(oldest);
  return own;
}

type Ctx = Pick<ClubContext, "db">;
type Content = Omit<PrintableContent, "logo" | "ownParagraph">;

/** Content of a club's sheets now. */
export interface Sheets {
  settings: PrintableSettings;
  hasLogo: boolean;
  /** Version of all that is printed: part of a picture's address, so that browsers may cache it. */
  version: string;
  content: Content;
  row: ClubTable;
}

/** Loads the content of the club's sheets, once for all of them. */
export async function sheetsOf({ db }: Ctx): Promise<Sheets> {
  const row = await clubWithSheets(db);
  const settings = printableSettings(row, now());
  const content: Content = {
    clubName: settings.clubName,
    initials: initialsOf(settings.clubName),
    accent: readableShade((row.color as Hex | null) ?? brand.colors.pitch),
    season: settings.season,
    contact: settings.contactInfo,
    website: settings.websiteUrl.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, ""),
    parents: parentsAddress(row, settings),
    ratingUrl: env().appUrl + href("/mobile-rating"),
    madeAt: row.changed_at ?? row.created_at,
  };
  const logo = settings.clubLogo ? row.logo : null;
  const version = versionOf({ ...content, logo, own: row.agreement_text, ownEs: row.agreement_text_es });
  return { settings, hasLogo: row.logo !== null, version, content, row };
}

function parentsAddress(row: ClubTable, { websiteUrl }: PrintableSettings): Content["parents"] {
  if (row.registration_open === 1)
    return { kind: "register", url: env().appUrl + href("/register/:slug", { slug: row.slug }) };
  return websiteUrl === "" ? null : { kind: "website", url: websiteUrl };
}

/** Prints a sheet as a PDF, which counts as a download. @throws WorkerDied */
export async function downloadSheet(ctx: Ctx, file: PrintableFile): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await printSheet(ctx, await sheetsOf(ctx), { file, as: "pdf" });
  await inTransaction(ctx.db, (tx) => countDownloads(tx, [file.id]));
  return pdf;
}

/** Yields all sheets as one .zip, in parts; each counts as downloaded once the first part is asked for. */
export async function* downloadAllSheets(ctx: Ctx): AsyncGenerator<Buffer> {
  const sheets = await sheetsOf(ctx);
  await inTransaction(ctx.db, (tx) => countDownloads(tx, printableIds));
  yield* zipStream(entriesOf(ctx, sheets));
}

async function* entriesOf(ctx: Ctx, sheets: Sheets): AsyncGenerator<ZipEntry> {
  for (const file of printableFiles) {
    const pdf = await printSheet(ctx, sheets, { file, as: "pdf" });
    yield { name: `${brand.name.toLowerCase()}-printables/${printableFileName(file)}`, content: only(pdf) };
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns a sheet, printed by the worker unless the same one was printed lately. @throws WorkerDied */
export function printSheet(
  { db }: Ctx,
  sheets: Sheets,
  { file, as }: { file: PrintableFile; as: "pdf" | "picture" },
): Promise<Uint8Array<ArrayBuffer>> {
  const own = keptOf(sheets.version);
  const key = `${as} ${printableFileName(file)}`;
  const before = own.get(key);
  if (before) return before;
  const sheet = contentOf(db, sheets, file.language).then((content) => printPrintable({ file, as, content }));
  own.set(key, sheet);
  sheet.catch(() => own.delete(key));
  return sheet;
}

/** The logo as it is printed, made once for all sheets that are printed together. */
const logos = new WeakMap<Sheets, Promise<PrintedLogo | null>>();

async function contentOf(
  db: Ctx["db"],
  sheets: Sheets,
  language: PrintableLanguage,
): Promise<PrintableContent> {
  const { content, row } = sheets;
  return {
    ...content,
    logo: await logoOf(db, sheets),
    ownParagraph: language === "es" ? row.agreement_text_es : row.agreement_text,
  };
}

/** Loads the logo of the club's sheets, if they carry one. */
function logoOf(db: Ctx["db"], sheets: Sheets): Promise<PrintedLogo | null> {
  const { content, settings, row } = sheets;
  const hasLogo = settings.clubLogo && row.logo !== null;
  const logo = hasLogo ? (logos.get(sheets) ?? printedLogo(db, content.accent)) : Promise.resolve(null);
  logos.set(sheets, logo);
  return logo;
}

async function printedLogo(db: Ctx["db"], ground: Hex): Promise<PrintedLogo | null> {
  const logo = await logoPicture(db, "large");
  return logo
    ? { ...(await logoForPaper(logo.picture, ground)), width: logo.width, height: logo.height }
    : null;
}

/** Prints certificates as one PDF with what the club's sheets carry, in the printing worker. @throws WorkerDied */
export async function printEarned(
  { db, club }: Pick<ClubContext, "db" | "club">,
  certificates: readonly Certificate[],
  language: PrintableLanguage,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = await sheetsOf({ db });
  const { clubName, initials, accent } = sheets.content;
  return printCertificates({
    language,
    content: { clubName, initials, accent, logo: await logoOf(db, sheets) },
    certificates: certificates.map(({ now: _, ...certificate }) => ({
      ...certificate,
      awardedOn: certificate.awardedAt === null ? "" : dateAt(certificate.awardedAt, club.timezone),
    })),
  });
}

import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, resolve } from "node:path";

const MB = 1024 * 1024;
/** A file of the kept log; the bound on all of them is kept by whole files. */
const LARGEST_PIECE = 4 * MB;
/** A longer line is kept without its long texts. No line is longer than a part that is read at once. */
const LONGEST_LINE = 32 * 1024;
const SHORTENED = 1_000;
/** Other processes write to the same file: its size is checked after this many bytes of one's own. */
const LOOK_AFTER = 64 * 1024;
/** The log leaves the rest of a full disk to the data. */
const LEAST_FREE = 256 * MB;
const PAUSE_MS = 10_000;

/** '2026-11-26.0003.jsonl': the day in UTC, and the number of the piece on it. */
const PIECE_NAME = /^(\d{4}-\d\d-\d\d)\.(\d{4,6})\.jsonl$/;

/** Names of the pieces, the oldest first. */
export function piecesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => PIECE_NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}

/**
 * Keeps the log of the last days on disk, within a bound of bytes and days. Any number of processes write to it: each
 * line is one append, which a killed process has done or not. It never throws and never blocks: on a full disk lines
 * are left out, and counted by the first one that is kept again. Times are the machine's, since the demo's clock can be
 * moved.
 */
export class KeptLog {
  readonly #folder: string;
  readonly #bound: { bytes: number; days: number };
  readonly #piece: number;
  #file: { fd: number; day: string; number: number; left: number; until: number } | null = null;
  #pausedUntil = 0;
  #lost = 0;

  constructor(folder: string, bound: { bytes: number; days: number }) {
    // In a deleted working directory Node keeps trying to make a relative one.
    this.#folder = resolve(folder);
    this.#bound = bound;
    this.#piece = Math.min(LARGEST_PIECE, Math.ceil(bound.bytes / 8));
  }

  /** @param line JSON, with its line break */
  keep(line: string): void {
    const at = Date.now();
    if (at < this.#pausedUntil) {
      this.#lost += 1;
      return;
    }
    try {
      if (this.#lost > 0) {
        const lost = {
          level: "warn",
          time: new Date(at).toISOString(),
          event: "log lost",
          lines: this.#lost,
        };
        this.#append(`${JSON.stringify({ ...lost, msg: "lines of the log could not be kept" })}\n`, at);
        this.#lost = 0;
      }
      this.#append(line.length > LONGEST_LINE / 3 ? shortened(line) : line, at);
    } catch {
      this.#lost += 1;
      this.#pausedUntil = at + PAUSE_MS;
      this.#close();
    }
  }

  #append(line: string, at: number): void {
    const { fd } = this.#open(at);
    const bytes = Buffer.from(line);
    const written = writeSync(fd, bytes);
    if (written < bytes.length) throw new Error("The disk is full");
    if (this.#file) this.#file.left -= written;
  }

  /** Returns the file to write to: that of the day, until it is full. */
  #open(at: number): { fd: number } {
    const file = this.#file;
    if (file && at < file.until && file.left > 0) return file;
    if (file && at < file.until && fstatSync(file.fd).size < this.#piece && fstatSync(file.fd).nlink > 0) {
      file.left = LOOK_AFTER;
      return file;
    }
    this.#close();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.prune(at);
    const { bavail, bsize } = statfsSync(this.#folder);
    if (bavail * bsize < LEAST_FREE) throw new Error("The rest of the disk is for the data");
    const day = new Date(at).toISOString().slice(0, 10);
    const [, , last = "0"] = PIECE_NAME.exec(piecesIn(this.#folder).at(-1) ?? "") ?? [];
    const sameDay = piecesIn(this.#folder).at(-1)?.startsWith(day) ?? false;
    let number = sameDay ? Number(last) : 0;
    let fd = this.#openPiece(day, number);
    if (fstatSync(fd).size >= this.#piece) {
      closeSync(fd);
      number += 1;
      fd = this.#openPiece(day, number);
    }
    endLastLine(fd);
    this.#file = { fd, day, number, left: LOOK_AFTER, until: new Date(at).setUTCHours(24, 0, 0, 0) };
    return this.#file;
  }

  #openPiece(day: string, number: number): number {
    const name = `${day}.${String(number).padStart(4, "0")}.jsonl`;
    const { O_APPEND, O_CREAT, O_RDWR } = constants;
    return openSync(join(this.#folder, name), O_APPEND | O_CREAT | O_RDWR, 0o600);
  }

  #close(): void {
    if (this.#file) closeSync(this.#file.fd);
    this.#file = null;
  }

  /** Removes what is over the bound, the oldest first. */
  prune(at = Date.now()): void {
    const day = new Date(at);
    day.setUTCDate(day.getUTCDate() - this.#bound.days);
    const oldest = day.toISOString().slice(0, 10);
    // Room for the current piece.
    let room = this.#bound.bytes - this.#piece;
    for (const name of piecesIn(this.#folder).reverse()) {
      const path = join(this.#folder, name);
      room -= statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (room < 0 || name.slice(0, 10) < oldest) rmSync(path, { force: true });
    }
  }
}

/** Ends a line that a full disk has cut, so that the next one does not continue it. */
function endLastLine(fd: number): void {
  const { size } = fstatSync(fd);
  if (size === 0) return;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  if (last[0] !== LINE_BREAK) writeSync(fd, "\n");
}

/** Shortens the long texts of a line that is too long. */
function shortened(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return line;
  const short = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return value.length > SHORTENED ? `${value.slice(0, SHORTENED)}…` : value;
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) return "…";
    const entries = Object.entries(value).slice(0, 20);
    return Object.fromEntries(entries.map(([key, inner]) => [key.slice(0, 50), short(inner, depth - 1)]));
  };
  return `${JSON.stringify(short({ ...(JSON.parse(line) as object), shortened: true }, 3))}\n`;
}

/** Filter of a search; '' matches everything. */
export interface LogFilter {
  /** The reference number of a request. */
  request: string;
  /** A club's code. */
  club: string;
  kind: LogKind | "";
  level: "" | "warn" | "error";
  /** Latest time; ISO-8601 UTC or a prefix. */
  until: string;
}

/** The kinds of lines, each by a field and its value. */
export const LOG_KINDS = {
  request: ["msg", "request"],
  job: ["msg", "job"],
  "sign-in": ["event", "signed in"],
  "sign-in-refused": ["event", "sign-in refused"],
  refused: ["event", "refused"],
  retry: ["event", "retry"],
  "slow-query": ["event", "slow query"],
} as const;
export type LogKind = keyof typeof LOG_KINDS;

export interface LogLine {
  /** Position: a piece and the offset in it. */
  place: string;
  /** ISO-8601 UTC. */
  time: string;
  level: string;
  fields: Record<string, unknown>;
}

export interface LogPage {
  lines: LogLine[];
  /** Position of the next page; null at the end of the log. */
  next: string | null;
  /** Earliest time that was read; '' if nothing was read. */
  back: string;
}

const PART = 256 * 1024;
/** Most bytes read and lines parsed for one page: reading never delays others. */
const MOST_BYTES = 16 * MB;
const MOST_PARSED = 2_000;
const LINE_BREAK = 10;
const PLACE = /^(\d{4}-\d\d-\d\d\.\d{4,6}\.jsonl):(\d{1,12})$/;

/** Reads backwards from the end, or from a position, until a page is full or its bound is reached. */
export async function readKeptLog(
  folder: string,
  filter: LogFilter,
  { from, limit }: { from: string | null; limit: number },
): Promise<LogPage> {
  const [, startName, startOffset] = PLACE.exec(from ?? "") ?? [];
  const page: LogPage = { lines: [], next: null, back: "" };
  const left = { bytes: MOST_BYTES, parsed: MOST_PARSED };
  const needles = needlesOf(filter);
  for (const name of piecesIn(folder).reverse()) {
    if (startName && name > startName) continue;
    if (filter.until && name.slice(0, 10) > filter.until.slice(0, 10)) continue;
    let file: FileHandle;
    try {
      file = await open(join(folder, name));
    } catch {
      // It expired meanwhile.
      continue;
    }
    try {
      const { size } = await file.stat();
      let end = name === startName ? Math.min(Number(startOffset), size) : size;
      while (end > 0) {
        if (left.bytes <= 0 || left.parsed <= 0) return { ...page, next: `${name}:${end}` };
        const start = Math.max(0, end - PART);
        const part = Buffer.allocUnsafe(end - start);
        const { bytesRead } = await file.read(part, 0, part.length, start);
        left.bytes -= bytesRead;
        // Text before the first line break is the end of a line that begins earlier.
        const skipped = start === 0 ? 0 : part.indexOf(LINE_BREAK) + 1;
        if (start > 0 && (skipped === 0 || skipped === part.length)) {
          end = start;
          continue;
        }
        const stop = takeLines(part.subarray(skipped, bytesRead), {
          ...{ page, filter, needles, left, limit },
          placeOf: (offset) => `${name}:${start + skipped + offset}`,
        });
        if (stop !== null)
          return { ...page, next: start + skipped + stop > 0 ? `${name}:${start + skipped + stop}` : null };
        end = start + skipped;
      }
    } finally {
      await file.close();
    }
  }
  return page;
}

interface Taking {
  page: LogPage;
  filter: LogFilter;
  needles: readonly string[];
  left: { parsed: number };
  limit: number;
  placeOf: (offset: number) => string;
}

/**
 * Takes the lines of a part, the last one first.
 * @returns the offset at which it stopped; null at its beginning
 */
function takeLines(part: Buffer, { page, filter, needles, left, limit, placeOf }: Taking): number | null {
  page.back = timeIn(part) ?? page.back;
  // Most parts have no match: they are not split into lines.
  if (needles.some((needle) => !part.includes(needle))) return null;
  let end = part.length;
  while (end > 0) {
    const begin = end >= 2 ? part.lastIndexOf(LINE_BREAK, end - 2) + 1 : 0;
    const line = part.subarray(begin, end);
    end = begin;
    if (needles.some((needle) => !line.includes(needle))) continue;
    const time = timeIn(line);
    if (time === null || (filter.until && time > filter.until)) continue;
    left.parsed -= 1;
    const fields = parsed(line);
    if (fields && fits(fields, filter)) {
      page.lines.push({ place: placeOf(begin), time, level: String(fields.level ?? ""), fields });
      page.back = time;
      if (page.lines.length >= limit) return begin;
    }
    if (left.parsed <= 0) return begin;
  }
  return null;
}

/** Returns a line's time without reading the rest of it: lines begin with their level and time. */
const timeIn = (line: Buffer): string | null =>
  /"time":"(\d{4}-[\dT:.-]{5,20}Z)"/.exec(line.toString("latin1", 0, 80))?.[1] ?? null;

function needlesOf({ request, club, kind, level }: LogFilter): string[] {
  const field = (name: string, value: string) => `"${name}":${JSON.stringify(value)}`;
  return [
    ...(request ? [field("requestId", request)] : []),
    ...(club ? [field("club", club)] : []),
    ...(kind ? [field(LOG_KINDS[kind][0], LOG_KINDS[kind][1])] : []),
    ...(level ? [field("level", level)] : []),
  ];
}

function fits(fields: Record<string, unknown>, { request, club, kind, level }: LogFilter): boolean {
  const [name, value] = kind ? LOG_KINDS[kind] : [];
  return (
    (!request || fields.requestId === request) &&
    (!club || fields.club === club) &&
    (!name || fields[name] === value) &&
    (!level || fields.level === level)
  );
}

function parsed(line: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Reads one line by its position; null if there is none. */
export async function readKeptLine(folder: string, place: string): Promise<LogLine | null> {
  const [, name, offset] = PLACE.exec(place) ?? [];
  if (!name) return null;
  try {
    const file = await open(join(folder, name));
    try {
      const part = Buffer.alloc(LONGEST_LINE + 1);
      const { bytesRead } = await file.read(part, 0, part.length, Number(offset));
      const end = part.subarray(0, bytesRead).indexOf(LINE_BREAK);
      const line = part.subarray(0, Math.max(0, end));
      const time = timeIn(line);
      const fields = parsed(line);
      return time && fields ? { place, time, level: String(fields.level ?? ""), fields } : null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

import { z } from "zod";
import { type ChainHead, canonicalJson, sha256 } from "#app/domain/values/hash-chain.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { ChainCheck, type ChainProblem, EVIDENCE_FORMAT, parseRecord } from "./evidence.ts";
import { ENTRIES_LINE, EXPORT_FORMAT, type ExportSubject, FIRST_LINE, TEXTS_LINE } from "./evidence-file.ts";

/** Problems that are listed one by one; of more only the number. */
const MOST_PROBLEMS = 50;
/** Records of an excerpt that are shown; an agreement has a handful. */
const MOST_SHOWN = 20;
/** Texts of a club: one for each language and change. */
const MOST_TEXTS = 1_000;

/** Fault of an exported chain; a record can also be of another club or agreement than its file says. */
export interface FileProblem {
  seq: number;
  problem: ChainProblem["problem"] | "foreign";
}

/** Content of an export, and its faults. */
export interface EvidenceReport {
  subject: ExportSubject;
  records: number;
  /** Number of records that the file claims. */
  named: number;
  kinds: Partial<Record<EvidenceRecord["kind"], number>>;
  /** Times of the first and the last record, ISO-8601 UTC. */
  from: string | null;
  to: string | null;
  /** The last record. */
  head: ChainHead;
  /** The first ones, by their record; `problemCount` has all. */
  problems: FileProblem[];
  problemCount: number;
  /** The records of an excerpt, each with what is proven of its person and text. */
  shown: { record: EvidenceRecord; hash: string; person: EvidencePerson | null; text: string | null }[];
}

export type ReadEvidence =
  | { ok: true; report: EvidenceReport }
  | {
      ok: false;
      problem: /** No evidence of ours is in it. */
        | "not-evidence"
        /** Its lines are not as we wrote them: an editor saved it again, or part of it is missing. */
        | "damaged"
        /** A PDF with two records in it: one of them was added. */
        | "several";
    };

class Damaged extends Error {
  override name = "Damaged";
}

/**
 * Reads an exported file or a PDF with one inside, as it arrives, and checks every record, person and text of it
 * (product/evidence.md#evidence-exports). The file may be anything: only lines of our own form are taken for more than
 * bytes.
 */
export async function readEvidenceFile(
  chunks: AsyncIterable<Uint8Array>,
  mostLines = MOST_LINES,
): Promise<ReadEvidence> {
  const lines = fileLines(chunks, mostLines);
  let alike = false;
  for await (const line of iterate(lines)) {
    if (line === FIRST_LINE || line === `\uFEFF${FIRST_LINE}`) {
      try {
        const report = await new Reader(lines).read();
        for await (const rest of iterate(lines))
          if (rest === FIRST_LINE) return { ok: false, problem: "several" };
        return { ok: true, report };
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        return { ok: false, problem: "damaged" };
      }
    }
    alike ||= line.includes(EXPORT_FORMAT);
  }
  return { ok: false, problem: alike ? "damaged" : "not-evidence" };
}

/** Yields lines without closing the generator, as `for await` over it would. */
async function* iterate(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const pause = yieldToEventLoop();
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    yield next.value;
    await pause();
  }
}

const clubShape = z.strictObject({ code: z.string(), name: z.string() });
const headShape = z.strictObject({ hash: z.string(), seq: z.int() }).nullable();

class Reader {
  readonly #lines: AsyncGenerator<string>;
  readonly #pause = yieldToEventLoop();
  readonly #check = new ChainCheck();
  readonly #shown: { record: EvidenceRecord; hash: string; person: EvidencePerson | null }[] = [];
  readonly #kinds: EvidenceReport["kinds"] = {};
  readonly #foreign: FileProblem[] = [];
  #records = 0;
  #from: string | null = null;
  #to: string | null = null;
  #last: ChainHead = null;

  constructor(lines: AsyncGenerator<string>) {
    this.#lines = lines;
  }

  async read(): Promise<EvidenceReport> {
    const subject = {
      club: await this.#field("club", clubShape),
      agreement: await this.#field("agreement", z.string().nullable()),
      exportedAt: await this.#field("exportedAt", z.iso.datetime()),
    };
    await this.#skipTo(ENTRIES_LINE);
    for (let line = await this.#next(); line !== "],"; line = await this.#next())
      await this.#entry(line, subject);
    if ((await this.#next()) !== TEXTS_LINE) throw new Damaged();
    const texts = await this.#texts();
    const head = await this.#field("head", headShape);
    const named = await this.#count();
    if ((await this.#next()) !== "}") throw new Damaged();
    const found: FileProblem[] = [
      ...this.#check.finish(texts, subject.agreement === null ? head : null),
      ...this.#foreign,
    ];
    // An excerpt lacks the records of others in between.
    const problems = found.filter(({ problem }) => subject.agreement === null || problem !== "missing");
    const broken = new Set(problems.map(({ seq }) => seq));
    return {
      subject,
      records: this.#records,
      named,
      kinds: this.#kinds,
      from: this.#from,
      to: this.#to,
      head: this.#last,
      problems: problems.sort((one, other) => one.seq - other.seq).slice(0, MOST_PROBLEMS),
      problemCount: problems.length,
      shown:
        subject.agreement === null
          ? []
          : this.#shown.map((shown) => {
              const text = shown.record.text ? texts.get(shown.record.text.hash) : undefined;
              return { ...shown, text: broken.has(shown.record.seq) ? null : (text ?? null) };
            }),
    };
  }

  /** Reads an entry of five lines: its hash, the record, a separator, the person, and its end. */
  async #entry(opening: string, { club, agreement }: ExportSubject): Promise<void> {
    const hash = /^,?\{"hash":"([0-9a-f]{64})","record":$/.exec(opening)?.[1];
    const line = await this.#next();
    if (!hash || (await this.#next()) !== ',"person":') throw new Damaged();
    const personLine = await this.#next();
    if ((await this.#next()) !== "}") throw new Damaged();
    const record = readRecordLine(line);
    // A record that is not as we write them has the number of its place.
    const seq = record?.seq ?? parseRecord(line)?.seq ?? (this.#last?.seq ?? 0) + 1;
    const stored = { seq, hash, record: line, previous_hash: record?.previous ?? "" };
    const person = personLine === "null" ? null : personLine;
    this.#check.add(stored, record, person);
    this.#records += 1;
    this.#last = { seq, hash };
    if (!record) return;
    if (record.club.code !== club.code || (agreement !== null && record.agreement !== agreement))
      this.#foreign.push({ seq, problem: "foreign" });
    this.#kinds[record.kind] = (this.#kinds[record.kind] ?? 0) + 1;
    this.#from ??= record.at;
    this.#to = record.at;
    if (agreement === null || this.#shown.length >= MOST_SHOWN) return;
    const proven = person !== null && sha256(person) === record.person;
    this.#shown.push({ record, hash, person: proven ? readPersonLine(person) : null });
  }

  async #texts(): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (let line = await this.#next(); line !== "},"; line = await this.#next()) {
      const [, hash, base64] = /^,?"([0-9a-f]{64})":"([A-Za-z0-9+/=]*)"$/.exec(line) ?? [];
      if (!hash || base64 === undefined || texts.size >= MOST_TEXTS) throw new Damaged();
      const text = Buffer.from(base64, "base64");
      if (text.toString("base64") !== base64) throw new Damaged();
      texts.set(hash, text.toString("utf8"));
    }
    return texts;
  }

  async #count(): Promise<number> {
    const count = /^"count":(\d{1,9})$/.exec(await this.#next())?.[1];
    if (count === undefined) throw new Damaged();
    return Number(count);
  }

  async #field<Value>(name: string, shape: z.ZodType<Value>): Promise<Value> {
    const line = await this.#next();
    if (!line.startsWith(`"${name}":`) || !line.endsWith(",")) throw new Damaged();
    try {
      const parsed = shape.safeParse(JSON.parse(line.slice(name.length + 3, -1)));
      if (parsed.success) return parsed.data;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new Damaged();
  }

  async #skipTo(wanted: string): Promise<void> {
    for (let line = await this.#next(); line !== wanted; line = await this.#next()) {
      if (line === FIRST_LINE) throw new Damaged();
    }
  }

  async #next(): Promise<string> {
    await this.#pause();
    const next = await this.#lines.next();
    if (next.done) throw new Damaged();
    return next.value;
  }
}

/** Lines that are read: an export of 50 MB has some 250,000. */
const MOST_LINES = 500_000;
/** Characters of a line that are read; a record has about a thousand, a text some ten thousand. */
const LONGEST_LINE = 512 * 1024;
const LF = 0x0a;

/**
 * Yields the lines of a file as it is read, decoded as UTF-8, without their line ends. A line longer than any of ours
 * is cut, so that no file of any kind fills the memory.
 */
async function* fileLines(chunks: AsyncIterable<Uint8Array>, mostLines: number): AsyncGenerator<string> {
  let kept: Uint8Array[] = [];
  let [length, count] = [0, 0];
  const keep = (bytes: Uint8Array) => {
    if (bytes.length === 0 || length >= LONGEST_LINE) return;
    kept.push(bytes);
    length += bytes.length;
  };
  const line = () => {
    const text = Buffer.concat(kept).toString("utf8", 0, LONGEST_LINE);
    kept = [];
    length = 0;
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      keep(chunk.subarray(start, end));
      if (count === mostLines) return;
      count += 1;
      yield line();
      start = end + 1;
    }
    // A copy: a reader may use its buffer again.
    keep(chunk.slice(start));
  }
  if (length > 0) yield line();
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const record = z.strictObject({
  affirmations: z.record(z.string(), z.literal(true)).nullable(),
  agreement: z.string(),
  at: z.iso.datetime(),
  club: z.strictObject({ code: z.string(), name: z.string() }),
  electronicConsent: z.boolean(),
  enteredBy: z.string().nullable(),
  format: z.literal(EVIDENCE_FORMAT),
  id: z.string(),
  issue: z.int(),
  kind: z.enum(["signed", "paper", "confirmed", "declined", "withdrawn", "reassigned", "erased"]),
  language: z.enum(["en", "es"]),
  person: hash.nullable(),
  previous: hash,
  seq: z.int().positive(),
  signatureDate: z.string().nullable(),
  text: z.strictObject({ hash, version: z.string() }).nullable(),
});
const person = z.strictObject({
  email: z.string(),
  ip: z.string(),
  name: z.string(),
  players: z.string(),
  reason: z.string(),
  salt: z.string(),
  signature: z.string(),
  teams: z.array(z.string()),
  userAgent: z.string(),
});

type EvidenceRecord = z.output<typeof record>;
type EvidencePerson = z.output<typeof person>;

/** Reads a record or a person as we write them, in canonical JSON; null for any other text, however it is made. */
const readRecordLine = (line: string) => read(record, line);
const readPersonLine = (line: string) => read(person, line);

function read<Shape extends z.ZodObject>(shape: Shape, line: string): z.output<Shape> | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = shape.safeParse(value);
  // Another spelling of the same values, such as a name that occurs twice, could be read in two ways.
  const canonical = parsed.success && canonicalJson(parsed.data as Parameters<typeof canonicalJson>[0]);
  return parsed.success && canonical === line ? parsed.data : null;
}

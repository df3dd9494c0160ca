/** Reads multipart/form-data as it arrives, part by part, holding no more than a chunk of it. */

/** Bytes of a part's headers; browsers send some 200. */
const MAX_HEADERS = 16 * 1024;
const HEADERS_END = Buffer.from("\r\n\r\n");

export class MultipartProblem extends Error {
  override name = "MultipartProblem";
  constructor(readonly problem: "too-large" | "broken") {
    super(problem);
  }
}

export interface PartHead {
  name: string;
  /** null: a text field. */
  fileName: string | null;
}

/** Takes a part's bytes, in order. Throwing ends the reading. */
type Sink = (bytes: Buffer) => Promise<void> | void;

/**
 * Hands each named part's bytes to the sink that `open` returns for it.
 * @throws MultipartProblem, what a sink throws, and what the body throws when the connection breaks off
 */
export async function readMultipart(
  request: Request,
  { maxParts }: { maxParts: number },
  open: (head: PartHead) => Sink,
): Promise<void> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    request.headers.get("Content-Type") ?? "",
  );
  if (!boundary || !request.body) throw new MultipartProblem("broken");
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  const source = new Source(request.body);
  try {
    await source.until(delimiter, () => {});
    for (let parts = 0; !(await source.startsWith("--")); parts += 1) {
      if (parts >= maxParts) throw new MultipartProblem("too-large");
      const head = readHead(await headersOf(source));
      await source.until(delimiter, head ? open(head) : () => {});
    }
  } finally {
    source.release();
  }
}

async function headersOf(source: Source): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  await source.until(HEADERS_END, (bytes) => {
    size += bytes.length;
    if (size > MAX_HEADERS) throw new MultipartProblem("too-large");
    chunks.push(Buffer.from(bytes));
  });
  return Buffer.concat(chunks).toString("utf8");
}

/** The name and file name of a part; null for a part without a name, which no browser sends. */
function readHead(headers: string): PartHead | null {
  const line = headers.split("\r\n").find((header) => /^content-disposition:\s*form-data\b/i.test(header));
  if (!line) return null;
  const name = parameter(line, "name");
  return name === null ? null : { name, fileName: parameter(line, "filename") };
}

/** A parameter's value; browsers escape quotation marks and line breaks in it as %22, %0D and %0A. */
function parameter(line: string, name: string): string | null {
  const found = new RegExp(`;\\s?${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(line);
  const value = found?.[1] ?? found?.[2];
  return value === undefined
    ? null
    : value.replace(/%(22|0D|0A)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

/** A stream that is read up to delimiters. */
class Source {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Begins with a line break, so that the first delimiter is like the others. */
  #rest = Buffer.from("\r\n");

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Hands over everything up to the delimiter, and skips that. */
  async until(delimiter: Buffer, take: Sink): Promise<void> {
    for (;;) {
      const found = this.#rest.indexOf(delimiter);
      const end = found === -1 ? this.#rest.length - delimiter.length + 1 : found;
      if (end > 0) {
        await take(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end);
      }
      if (found !== -1) {
        this.#rest = this.#rest.subarray(delimiter.length);
        return;
      }
      await this.#more();
    }
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.#rest.length < text.length) await this.#more();
    return this.#rest.subarray(0, text.length).toString("latin1") === text;
  }

  release(): void {
    this.#reader.releaseLock();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#reader.read();
    if (done) throw new MultipartProblem("broken");
    this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value]);
  }
}

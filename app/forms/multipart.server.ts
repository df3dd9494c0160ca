import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";

/** Bytes of a part's headers; browsers send some 200. */
const MAX_HEADERS = 16 * 1024;

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
 * Reads multipart/form-data as it arrives and passes each named part's bytes to the sink that `open` returns for it.
 * Holds no more than a chunk of a file; a text field arrives whole.
 * @throws MultipartProblem, a sink's errors, and the body's error when the connection breaks off
 */
export async function readMultipart(
  request: Request,
  { maxParts, maxText }: { maxParts: number; maxText: number },
  open: (head: PartHead) => Sink,
): Promise<void> {
  const { body } = request;
  if (!body) throw new MultipartProblem("broken");
  const parser = parserOf(request, maxParts, maxText);
  const parts: { content: Readable; read: Promise<void> }[] = [];
  /** Reason that ended the reading, other than an error of the parser. */
  let reason: unknown;
  const end = (error: unknown) => {
    reason ??= error;
    parser.destroy(new Error("The reading ended", { cause: error }));
  };
  const take = (head: PartHead, content: Readable) =>
    parts.push({ content, read: drain(content, head, open).catch(end) });
  parser
    .on("file", (name, file, fileName) => {
      if (name === undefined) file.resume();
      else take({ name: unescaped(name), fileName: unescaped(fileName ?? "") }, file);
    })
    .on("field", (name, value, _, cut) => {
      if (cut) end(new MultipartProblem("too-large"));
      else if (name !== undefined)
        take({ name: unescaped(name), fileName: null }, Readable.from([Buffer.from(value)]));
    })
    .on("partsLimit", () => end(new MultipartProblem("too-large")));
  await pipeline(bytesOf(body, end), parser).catch(() => {
    reason ??= new MultipartProblem("broken");
    // A part that the parser did not end would be awaited forever.
    for (const { content } of parts) content.destroy();
  });
  await Promise.all(parts.map(({ read }) => read));
  if (reason) throw reason;
}

/**
 * Yields the body's bytes. The server reads past the rest: cancelling would close the socket before the answer is read.
 * @param failed called with the error when the connection breaks off
 */
async function* bytesOf(body: ReadableStream<Uint8Array>, failed: (error: unknown) => void) {
  try {
    // TypeScript's DOM types do not know that streams can be iterated.
    yield* (body as WebStream<Uint8Array>).values({ preventCancel: true });
  } catch (error) {
    failed(error);
  }
}

function parserOf(request: Request, maxParts: number, maxText: number) {
  const type = request.headers.get("Content-Type") ?? "";
  // The parser takes a form without files too, and any number of its fields.
  if (!/^multipart\/form-data\b/i.test(type)) throw new MultipartProblem("broken");
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { parts: maxParts, fieldSize: maxText, headerSize: MAX_HEADERS },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    // The boundary is missing.
    throw new MultipartProblem("broken");
  }
}

async function drain(content: Readable, head: PartHead, open: (head: PartHead) => Sink): Promise<void> {
  const sink = open(head);
  for await (const bytes of content) await sink(bytes);
}

/** Browsers escape quotation marks and line breaks in names as %22, %0D and %0A. */
const unescaped = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

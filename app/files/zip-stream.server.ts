import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of a .zip; its content is read only when its turn comes. */
export interface ZipEntry {
  /** Its path inside, with '/'. */
  name: string;
  content: AsyncIterable<Uint8Array | string>;
}

const STREAMED_UTF8 = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** January 1, 1980: zip times have no zone, so it gives none. */
const DOS_DATE = 0x21;
const MOST_BYTES = 0xffff_ffff;

/**
 * Streams a .zip, packed while it is read: memory holds one part at a time, and the compression runs beside the event
 * loop. Each file's size and checksum follow it.
 * @throws RangeError for more than 4 GB
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name, "utf8");
    const start = offset;
    const header = localHeader(path);
    offset += header.length;
    yield header;
    const sums = { crc: 0, size: 0, packed: 0 };
    const deflate = createDeflateRaw({ level: 6 });
    const source = Readable.from(summed(content, sums), { objectMode: false });
    source.on("error", (error) => deflate.destroy(error));
    try {
      for await (const part of source.pipe(deflate)) {
        sums.packed += (part as Buffer).length;
        yield part as Buffer;
      }
    } finally {
      source.destroy();
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSums(descriptor, 4, sums);
    yield descriptor;
    offset += sums.packed + descriptor.length;
    if (offset > MOST_BYTES || sums.size > MOST_BYTES) throw new RangeError("A zip of more than 4 GB");
    directory.push(directoryEntry(path, start, sums));
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  yield listing;
  yield end;
}

interface Sums {
  crc: number;
  size: number;
  packed: number;
}

async function* summed(content: ZipEntry["content"], sums: Sums): AsyncGenerator<Buffer> {
  for await (const part of content) {
    const bytes = Buffer.from(part as Uint8Array);
    if (bytes.length === 0) continue;
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}

function writeSums(into: Buffer, at: number, { crc, size, packed }: Sums): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(packed, at + 4);
  into.writeUInt32LE(size, at + 8);
}

function localHeader(path: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(STREAMED_UTF8, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt16LE(path.length, 26);
  return Buffer.concat([header, path]);
}

function directoryEntry(path: Buffer, start: number, sums: Sums): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(STREAMED_UTF8, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DOS_DATE, 14);
  writeSums(entry, 16, sums);
  entry.writeUInt16LE(path.length, 28);
  entry.writeUInt32LE(start, 42);
  return Buffer.concat([entry, path]);
}

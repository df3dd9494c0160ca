/** Characters of a line that are read; a record has about a thousand, a text some ten thousand. */
const LONGEST_LINE = 512 * 1024;
const LF = 0x0a;

/**
 * The lines of a file as it is read, decoded as UTF-8, without their line ends. Of a longer line than any of ours only
 * the beginning is kept, so that no file of any kind fills the memory.
 */
export async function* fileLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let kept: Uint8Array[] = [];
  let length = 0;
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
      yield line();
      start = end + 1;
    }
    // A copy: a reader may use its buffer again.
    keep(chunk.slice(start));
  }
  if (length > 0) yield line();
}

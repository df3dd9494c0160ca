/** Name and value of a form or query; a file for a file field. */
export interface Pair {
  name: string;
  value: string;
  file?: boolean;
  /** True if the value holds one byte per character, as a picture's file does. */
  bytes?: boolean;
}

const HALF_A_PAIR = /\p{Surrogate}/u;

/** Encodes a text in percent form, including lone surrogates, which encodeURIComponent refuses. */
export function percent(text: string): string {
  if (!HALF_A_PAIR.test(text)) return encodeURIComponent(text);
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code >= 0xd800 && code <= 0xdfff) {
        const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
        return bytes.map((byte) => `%${byte.toString(16)}`).join("");
      }
      return encodeURIComponent(character);
    })
    .join("");
}

export const urlEncoded = (pairs: Pair[]): string =>
  pairs.map(({ name, value }) => `${percent(name)}=${percent(value)}`).join("&");

const BOUNDARY = "----hostile7MA4YWxkTrZu0gW";

/** Writes a multipart body by hand, so that it can be malformed. */
export function multipart(pairs: Pair[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const parts = pairs.map(({ name, value, file, bytes }) => {
    const quoted = name.replace(/["\r\n]/g, (char) => percent(char));
    const fileName = value.startsWith("%PDF-") ? "roster.pdf" : "games.csv";
    const isFile = file ? `; filename="${fileName}"\r\nContent-Type: text/csv` : "";
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${isFile}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value, bytes ? "latin1" : "utf8"), Buffer.from("\r\n")];
  });
  return Buffer.concat([...parts.flat(), Buffer.from(end)]);
}

export const encodings = [
  "urlencoded",
  "multipart",
  "multipart cut off",
  "multipart without boundary",
  "multipart of another boundary",
  "plain text",
  "json",
  "no type",
  "malformed percent signs",
  "another charset",
] as const;
export type Encoding = (typeof encodings)[number];

/** Encodes a body as a client would, validly or not. */
export function encodeBody(
  pairs: Pair[],
  encoding: Encoding,
): { body: Uint8Array<ArrayBuffer>; type: string | null } {
  const bytes = (body: string | Buffer) => new Uint8Array(Buffer.from(body as string));
  const form = "application/x-www-form-urlencoded";
  switch (encoding) {
    case "urlencoded":
      return { body: bytes(urlEncoded(pairs)), type: form };
    case "multipart":
      return { body: bytes(multipart(pairs)), type: `multipart/form-data; boundary=${BOUNDARY}` };
    case "multipart cut off":
      return {
        body: bytes(multipart(pairs, "").subarray(0, -9)),
        type: `multipart/form-data; boundary=${BOUNDARY}`,
      };
    case "multipart without boundary":
      return { body: bytes(multipart(pairs)), type: "multipart/form-data" };
    case "multipart of another boundary":
      return { body: bytes(multipart(pairs)), type: "multipart/form-data; boundary=another" };
    case "plain text":
      return { body: bytes(urlEncoded(pairs)), type: "text/plain" };
    case "json":
      return {
        body: bytes(JSON.stringify(Object.fromEntries(pairs.map(({ name, value }) => [name, value])))),
        type: "application/json",
      };
    case "no type":
      return { body: bytes(urlEncoded(pairs)), type: null };
    case "malformed percent signs":
      return { body: bytes(`${urlEncoded(pairs)}&%=%zz&%E0%A4%A=%ff&=&&;`), type: form };
    case "another charset":
      return {
        body: new Uint8Array(Buffer.from(urlEncoded(pairs), "utf16le")),
        type: `${form}; charset=utf-16`,
      };
  }
}

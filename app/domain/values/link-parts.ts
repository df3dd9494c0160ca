/** A piece of plain text, with the address that it is. */
export interface TextPart {
  text: string;
  href?: string;
}

/** An http or https address: everything up to white space or a character that never belongs to one. */
const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^]+/giu;
/** Punctuation that ends a sentence, which is not part of the address before it. */
const SENTENCE_END = /[.,;:!?)\]]$/;

/**
 * Splits plain text into text and the http and https addresses in it, so that they can be drawn as links. Nothing else
 * becomes one: no other scheme, and no markup. Takes linear time.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = trimmed(found);
    if (!isAddress(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function trimmed(address: string): string {
  let end = address.length;
  while (end > 0 && SENTENCE_END.test(address.slice(end - 1, end))) end -= 1;
  return address.slice(0, end);
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.hostname.includes(".")
  );
}

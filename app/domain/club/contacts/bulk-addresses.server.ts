import { emailAddress } from "#app/forms/fields.server.ts";
import { emailKey, type NewContact } from "./contacts.ts";

const email = emailAddress();
/** 'Ann Cole <ann@home.example>', as mail programs copy it. */
const NAMED = /^([^<>]{0,200})<([^<>]{3,254})>$/;
const NAME_MOST = 120;

export interface BulkAddresses {
  /** One a different address, in the order of the text. */
  contacts: NewContact[];
  /** Valid addresses that stood in the text before. */
  duplicates: number;
  /** Entries that are no address, as they were typed. */
  rejected: string[];
}

/**
 * Reads addresses that are separated by new lines, commas or semicolons (product.md#email-collection). Nothing is
 * dropped: what is no address is handed back.
 */
export function readBulkAddresses(text: string): BulkAddresses {
  const contacts = new Map<string, NewContact>();
  const rejected: string[] = [];
  let duplicates = 0;
  for (const part of text.split(/[\n\r,;]/)) {
    const entry = part.trim().replace(/^"(.*)"$/, "$1");
    if (entry === "") continue;
    const [, name = "", address = entry] = NAMED.exec(entry) ?? [];
    const read = email.safeParse(address);
    if (!read.success) rejected.push(entry);
    else if (contacts.has(emailKey(read.data))) duplicates += 1;
    else contacts.set(emailKey(read.data), { name: plainName(name), email: read.data, children: [] });
  }
  return { contacts: [...contacts.values()], duplicates, rejected };
}

/** A name that can be shown as one line, or ''. */
function plainName(text: string): string {
  const name = text.trim().replace(/^["']|["']$/g, "");
  return name.length > NAME_MOST || /\p{C}|\u2028|\u2029/u.test(name) ? "" : name;
}

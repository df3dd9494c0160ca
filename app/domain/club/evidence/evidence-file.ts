import { verificationSteps } from "./verification-steps.ts";

/** Names the format of exported evidence; with it the first line of every export begins. */
export const EXPORT_FORMAT = "goodside-evidence-1";
/** The first line of an export, also where it is embedded in a PDF. */
export const FIRST_LINE = `{"format":"${EXPORT_FORMAT}",`;
/** The line between the head of an export and its records. */
export const ENTRIES_LINE = '"entries":[';
export const TEXTS_LINE = '"texts":{';

/** What an export is about. */
export interface ExportSubject {
  club: { code: string; name: string };
  /** Of a single agreement's excerpt; null for the club's whole chain. */
  agreement: string | null;
  /** ISO-8601 UTC. */
  exportedAt: string;
}

/** A record with the text of its person; null once erased. */
export interface ExportEntry {
  hash: string;
  record: string;
  person: string | null;
}

/**
 * An export is JSON in which every record and every person stands alone on a line, exactly as it was hashed, so that a
 * stranger can check it with sha256sum and no program of ours (product.md#evidence-exports). These functions write its
 * parts in their order.
 */
export function exportOpening(subject: ExportSubject): string {
  const { club, agreement, exportedAt } = subject;
  const steps = verificationSteps(subject).map((line) => JSON.stringify(line));
  return `${[
    FIRST_LINE,
    `"club":${JSON.stringify({ code: club.code, name: club.name })},`,
    `"agreement":${JSON.stringify(agreement)},`,
    `"exportedAt":${JSON.stringify(exportedAt)},`,
    '"steps":[',
    steps.join(",\n"),
    "],",
    ENTRIES_LINE,
  ].join("\n")}\n`;
}

/** @param first false after another entry */
export const exportEntry = ({ hash, record, person }: ExportEntry, first: boolean): string =>
  `${first ? "" : ","}{"hash":"${hash}","record":\n${record}\n,"person":\n${person ?? "null"}\n}\n`;

/** @param texts by their hash */
export function exportClosing(
  texts: ReadonlyMap<string, string>,
  head: { seq: number; hash: string } | null,
  count: number,
): string {
  const lines = [...texts].map(([hash, text], index) => {
    const base64 = Buffer.from(text, "utf8").toString("base64");
    return `${index === 0 ? "" : ","}"${hash}":"${base64}"`;
  });
  const last = head ? { hash: head.hash, seq: head.seq } : null;
  return `${["],", TEXTS_LINE, ...lines, "},", `"head":${JSON.stringify(last)},`, `"count":${count}`, "}"].join("\n")}\n`;
}

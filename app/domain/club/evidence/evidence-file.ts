/** Names the format of exported evidence; with it the first line of every export begins. */
export const EXPORT_FORMAT = "goodside-evidence-1";
/** The first line of an export, also where it is embedded in a PDF. */
export const FIRST_LINE = `{"format":"${EXPORT_FORMAT}",`;
/** The line between the head of an export and its records. */
export const ENTRIES_LINE = '"entries":[';
export const TEXTS_LINE = '"texts":{';

/** Subject of an export. */
export interface ExportSubject {
  club: { code: string; name: string };
  /** Agreement of an excerpt; null for the club's whole chain. */
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
 * Writes the opening of an export: JSON in which every record and every person is alone on a line, exactly as it was
 * hashed, so that a stranger can check it with sha256sum and no program of ours (product/evidence.md#evidence-exports).
 * The functions below write the other parts in their order.
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

/** Marks a line of the steps that is a command for a shell. */
const COMMAND = "$ ";

/**
 * Lists the steps by which a stranger checks an export with a shell, grep, sed, base64 and sha256sum. The commands
 * contain neither double quotes nor backslashes, so that they read the same inside JSON
 * (product/evidence.md#evidence-exports).
 */
function verificationSteps({ club, agreement }: Omit<ExportSubject, "exportedAt">): string[] {
  const whole = agreement === null;
  return [
    `What this file is: evidence of ${whole ? "all sideline agreements" : "one sideline agreement"} of ${club.name} (${club.code.toUpperCase()}), kept by Goodside. Every signature, refusal, withdrawal and erasure is a record: a line that begins with {'affirmations'. It names the record before it, the text that was shown and the person, each by SHA-256.`,
    "How to check it without Goodside: save it as evidence.json, do not open it in an editor that changes line ends, and run the lines that begin with a dollar sign, without it, in a Linux shell in the same folder. (On a Mac, say 'shasum -a 256' for sha256sum.)",
    "1. No record was changed: the SHA-256 of each record's line, without its line end, is the one that is named above it.",
    `${COMMAND}( set -f; IFS=; grep '^{.affirmations' evidence.json | while read -r record; do printf %s $record | sha256sum; done ) | cut -c 1-64 > computed`,
    `${COMMAND}grep -E '^,?[{].hash' evidence.json | grep -oE '[0-9a-f]{64}' > named`,
    `${COMMAND}diff named computed && echo 1. EVERY RECORD IS WHOLE`,
    ...(whole
      ? [
          "2. No record was removed, inserted or moved: each record names the hash of the one before it; the first names zeros.",
          `${COMMAND}grep '^{.affirmations' evidence.json | grep -oE '.previous.:.[0-9a-f]{64}' | grep -oE '[0-9a-f]{64}' > previous`,
          `${COMMAND}( printf %064d 0; echo; sed '$d' computed ) | diff - previous && echo 2. THE CHAIN IS UNBROKEN`,
        ]
      : [
          "2. This file is an excerpt: the records of one agreement. That nothing was removed between them shows in the club's whole export, which has the same records under the same numbers (seq).",
        ]),
    "3. No person was changed or cut out: a person is the line after 'person'; its SHA-256 is the record's person. Nothing is printed before the last line. A person who was erased at their own wish is missing here, and a record of the kind 'erased' of the same agreement says so: of no other agreement may one be missing.",
    `${COMMAND}( set -f; IFS=; grep '^{.email' evidence.json | while read -r person; do printf %s $person | sha256sum; done ) | cut -c 1-64 | sort > persons`,
    `${COMMAND}grep '^{.affirmations' evidence.json | grep -oE '.person.:.[0-9a-f]{64}' | grep -oE '[0-9a-f]{64}' | sort > named-persons`,
    `${COMMAND}comm -13 persons named-persons > missing`,
    `${COMMAND}grep '^{.affirmations' evidence.json | grep -F -f missing | grep -oE '.agreement.:.[A-Za-z0-9_-]+' | sort -u > without-person`,
    `${COMMAND}grep '^{.affirmations' evidence.json | grep -E '.kind.:.erased' | grep -oE '.agreement.:.[A-Za-z0-9_-]+' | sort -u > erased`,
    `${COMMAND}test -z $(comm -23 persons named-persons | head -n 1) && test -z $(comm -23 without-person erased | head -n 1) && echo 3. EVERY PERSON IS WHOLE`,
    "4. No text was changed: the texts that parents read are at the end, in base64 under their SHA-256. To read one, leave out sha256sum.",
    `${COMMAND}grep -E '^,?.[0-9a-f]{64}.:' evidence.json | while IFS=: read -r name text; do echo $text | tr -cd 'A-Za-z0-9+/=' | base64 -d | sha256sum; done | cut -c 1-64 | sort > texts`,
    `${COMMAND}grep -oE '^,?.[0-9a-f]{64}.:' evidence.json | grep -oE '[0-9a-f]{64}' | sort | diff - texts && echo 4. EVERY TEXT IS WHOLE`,
    `${COMMAND}grep '^{.affirmations' evidence.json | grep -oE '.text.:..hash.:.[0-9a-f]{64}' | grep -oE '[0-9a-f]{64}' | sort -u > named-texts`,
    `${COMMAND}test -z $(comm -13 texts named-texts | head -n 1) && echo 5. EVERY TEXT IS THERE`,
    ...(whole
      ? [
          "5. The head at the end of this file is the last record's hash. A file that was made up in one piece passes all of this: so compare it with an older export, with a PDF copy that a parent has, or with what Goodside has on record (at /agreements/verify). Each names records that must stand here unchanged.",
          `${COMMAND}tail -n 1 computed > last`,
          `${COMMAND}grep -E '^.head.:' evidence.json | grep -oE '[0-9a-f]{64}' | diff - last && echo 6. THE HEAD IS $(cat last)`,
        ]
      : []),
  ];
}

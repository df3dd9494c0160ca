import { z } from "zod";
import { canonicalJson } from "#app/domain/values/hash-chain.ts";
import { EVIDENCE_FORMAT } from "./evidence.ts";

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
  kind: z.enum(["signed", "paper", "declined", "withdrawn", "erased"]),
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

export type EvidenceRecord = z.output<typeof record>;
export type EvidencePerson = z.output<typeof person>;

/** A record or a person as we write them, in canonical JSON; null for any other text, however it is made. */
export const readRecordLine = (line: string) => read(record, line);
export const readPersonLine = (line: string) => read(person, line);

function read<Shape extends z.ZodObject>(shape: Shape, line: string): z.output<Shape> | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = shape.safeParse(value);
  // Another spelling of the same values, such as a name that stands twice, could be read in two ways.
  const canonical = parsed.success && canonicalJson(parsed.data as Parameters<typeof canonicalJson>[0]);
  return parsed.success && canonical === line ? parsed.data : null;
}

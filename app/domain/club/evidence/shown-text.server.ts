import { createHash } from "node:crypto";
import type { ClubTable } from "#app/db/club/schema.ts";
import {
  AGREEMENT_VERSION,
  type AgreementLanguage,
  agreementText,
} from "#app/domain/values/agreement-text/catalogue.ts";

/** The text that a club's parents are asked to sign now, and its SHA-256 in hexadecimal (product.md#agreement-text). */
export function shownText(
  club: Pick<ClubTable, "name" | "agreement_text">,
  language: AgreementLanguage,
): { text: string; hash: string; version: string } {
  const version = AGREEMENT_VERSION;
  const text = agreementText(language, { clubName: club.name, ownParagraph: club.agreement_text, version });
  return { text, hash: createHash("sha256").update(text, "utf8").digest("hex"), version };
}

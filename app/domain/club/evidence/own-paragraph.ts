import type { ClubTable } from "#app/db/club/schema.ts";
import { type AgreementLanguage, agreementLanguages } from "#app/domain/values/agreement-text/catalogue.ts";

/** Columns of the club's own paragraph by language (product/agreements.md#agreement-text). */
const columns = { en: "agreement_text", es: "agreement_text_es" } as const satisfies Record<
  AgreementLanguage,
  keyof ClubTable
>;

export const ownParagraphColumns = Object.values(columns);

type Club = Pick<ClubTable, (typeof ownParagraphColumns)[number]>;

/** Returns the club's own words in a language; '' for none: a parent never reads them in another one. */
export const ownParagraphOf = (club: Club, language: AgreementLanguage): string => club[columns[language]];

/** Returns the languages in which the agreement lacks the club's own paragraph, though it has one in another. */
export function languagesWithoutParagraph(club: Club): AgreementLanguage[] {
  const without = agreementLanguages.filter((language) => ownParagraphOf(club, language) === "");
  return without.length === agreementLanguages.length ? [] : without;
}

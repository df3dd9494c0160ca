import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";

/** Returns the evidence fields of a record without a signature. */
export const nothingAgreed = ({ at, language }: { at: string; language: AgreementLanguage }) => ({
  at,
  language,
  text: null,
  affirmations: null,
  electronicConsent: false,
  signatureDate: null,
  enteredBy: null,
});

import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";

/** What a record of the evidence holds that no signature made. */
export const nothingAgreed = ({ at, language }: { at: string; language: AgreementLanguage }) => ({
  at,
  language,
  text: null,
  affirmations: null,
  electronicConsent: false,
  signatureDate: null,
  enteredBy: null,
});

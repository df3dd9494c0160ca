import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";
import { en, type RegistrationCatalogue } from "./en.ts";
import { es } from "./es.ts";

/** The languages are those of the agreement: one that is missing here does not compile. */
const catalogues: Record<AgreementLanguage, RegistrationCatalogue> = { en, es };

/** All words of registering in a language. */
export const registrationCatalogue = (language: AgreementLanguage): RegistrationCatalogue =>
  catalogues[language];

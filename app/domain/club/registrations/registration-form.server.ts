import { z } from "zod";
import { NAME_MOST, readableLine } from "#app/domain/club/agreements/sign-form.server.ts";
import { type AgreementLanguage, agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text/catalogue.ts";
import { emailAddress } from "#app/forms/fields.server.ts";

/** Longest name of a child, as where the club types it. */
const CHILD_MOST = 80;

const schemas = new Map<AgreementLanguage, ReturnType<typeof make>>();

function make(language: AgreementLanguage) {
  const { problems } = agreementCatalogue(language);
  const own = registrationCatalogue(language).problems;
  return z.object({
    name: readableLine(problems, problems.parentName, NAME_MOST),
    email: emailAddress(problems.parentEmail, problems.emailFormat),
    child: readableLine(problems, own.child, CHILD_MOST),
    team: z.string().max(64).default(""),
  });
}

/** The form with which a parent registers (product.md#registration). Whether the team is the club's, the route checks. */
export function registrationFormSchema(language: AgreementLanguage) {
  const schema = schemas.get(language) ?? make(language);
  schemas.set(language, schema);
  return schema;
}

/** The club's buttons: what is decided of which registrations. */
export const decideSchema = z.object({
  decide: z.enum(["accept", "refuse"]),
  ids: z.array(z.string().max(64)).default([]),
});

/** The switch of the registration page. */
export const openSchema = z.object({ registration: z.enum(["open", "closed"]) });

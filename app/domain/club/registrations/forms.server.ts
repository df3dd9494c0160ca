import { z } from "zod";
import { NAME_MOST } from "#app/domain/club/agreements/fields.ts";
import { readableLine } from "#app/domain/club/agreements/forms.server.ts";
import { type AgreementLanguage, agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text.ts";
import { emailAddress } from "#app/forms/fields.server.ts";

/** Children of one form. */
export const CHILDREN_A_FORM = 8;

/** Longest name of a child, as where the club types it. */
const CHILD_MOST = 80;

/** The numbers of the form's fields for further children. */
export const MORE_CHILDREN = Array.from({ length: CHILDREN_A_FORM - 1 }, (_, index) => index + 2);

const schemas = new Map<AgreementLanguage, ReturnType<typeof make>>();

function make(language: AgreementLanguage) {
  const { problems } = agreementCatalogue(language);
  const own = registrationCatalogue(language).problems;
  const child = readableLine(problems, own.child, CHILD_MOST);
  const team = z.string().max(64).default("");
  const more = MORE_CHILDREN.flatMap((number) => [
    [`child${number}`, z.union([z.literal(""), child]).default("")],
    [`team${number}`, team],
  ]);
  return z.object({
    name: readableLine(problems, problems.parentName, NAME_MOST),
    email: emailAddress(problems.parentEmail, problems.emailFormat),
    child,
    team,
    submission: z.string().max(64).default(""),
    ...(Object.fromEntries(more) as Record<string, z.ZodDefault<z.ZodString>>),
  });
}

/** Returns the children that a form read, each with the number of its fields: '' for the first, otherwise 2 to 8. */
export function childrenIn(value: Record<string, string>): { number: string; name: string; team: string }[] {
  return ["", ...MORE_CHILDREN.map(String)].flatMap((number) => {
    const [name, team] = [value[`child${number}`] ?? "", value[`team${number}`] ?? ""];
    return name === "" && team === "" ? [] : [{ number, name, team }];
  });
}

/**
 * Returns the form with which a parent registers (product/parents.md#registration). Whether the team is the club's, the
 * route checks.
 */
export function registrationFormSchema(language: AgreementLanguage) {
  const schema = schemas.get(language) ?? make(language);
  schemas.set(language, schema);
  return schema;
}

/** The club's buttons: what is decided of which registrations; 'ask' leads to the question before a refusal. */
export const decideSchema = z.object({
  decide: z.enum(["accept", "refuse", "ask", "take-back"]),
  ids: z.array(z.string().max(64)).default([]),
  /** Moment of the refusal that is taken back. */
  refused: z.string().max(64).default(""),
});

/** Refusing those that a page has named. */
export const refuseSchema = decideSchema.pick({ ids: true });

/** The switch of the registration page. */
export const openSchema = z.object({ registration: z.enum(["open", "closed"]) });

import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";

/**
 * Outcome of a demo parent's agreement. `matched-*` signed under another address or name than the club's; `reminded`
 * ignored three reminders; `fresh` was sent today.
 */
export type Fate =
  | "unsent"
  | "fresh"
  | "delivered"
  | "opened"
  | "reminded"
  | "stopped"
  | "bounced"
  | "complained"
  | "signed"
  | "paper"
  | "other-address"
  | "other-name"
  | "declined"
  | "withdrawn"
  | "expired";

export interface DemoParent {
  name: string;
  language: AgreementLanguage;
  fate: Fate;
  children: { name: string; team: string }[];
}

const parent = (
  name: string,
  fate: Fate,
  children: Record<string, string>,
  language: AgreementLanguage = "en",
): DemoParent => ({
  name,
  language,
  fate,
  children: Object.entries(children).map(([child, team]) => ({ name: child, team })),
});

/** The parents of the demo's first club: every state of an agreement, both languages, two parents of one child. */
export const demoParents: DemoParent[] = [
  parent("Rosa Delgado", "signed", { "Mateo D.": "Hawks", "Lucia D.": "Eagles" }, "es"),
  parent("Javier Delgado", "signed", { "Mateo D.": "Hawks", "Lucia D.": "Eagles" }, "es"),
  parent("Karen Bell", "signed", { "Owen B.": "Hawks" }),
  parent("Thomas Okafor", "signed", { "Chidi O.": "Hawks", "Amara O.": "Tigers" }),
  parent("Mei Tan", "signed", { "Lily T.": "Eagles" }),
  parent("Patrick O'Rourke", "signed", { "Finn O.": "Tigers" }),
  parent("Guadalupe Ríos", "signed", { "Emilio R.": "Lions" }, "es"),
  parent("Hannah Schultz", "signed", { "Ben S.": "Lions" }),
  parent("Deepa Iyer", "signed", { "Anika I.": "Eagles" }),
  parent("Walter Briggs", "paper", { "Cole B.": "Hawks" }),
  parent("Carmen Soto", "paper", { "Sofía S.": "Tigers" }, "es"),
  parent("Elizabeth Novak", "other-name", { "Jack N.": "Hawks" }),
  parent("Andre Jackson", "other-address", { "Miles J.": "Lions" }),
  parent("Greg Hanley", "declined", { "Tyler H.": "Hawks" }),
  parent("Monica Petrov", "withdrawn", { "Nina P.": "Eagles" }),
  parent("Lourdes Campos", "expired", { "Diego C.": "Lions" }, "es"),
  parent("Steve Marsh", "expired", { "Logan M.": "Tigers" }),
  parent("Priscilla Nguyen", "bounced", { "Kevin N.": "Hawks" }),
  parent("Dale Whitaker", "complained", { "Riley W.": "Eagles" }),
  parent("Bianca Ferrari", "stopped", { "Marco F.": "Lions" }),
  parent("Joshua Klein", "reminded", { "Noah K.": "Hawks" }),
  parent("Ana Lucía Paredes", "reminded", { "Tomás P.": "Tigers" }, "es"),
  parent("Samantha Reed", "reminded", { "Ella R.": "Eagles" }),
  parent("Fatima Haddad", "opened", { "Yusuf H.": "Lions" }),
  parent("Brian Castillo", "opened", { "Leo C.": "Hawks" }, "es"),
  parent("Natalie Brooks", "delivered", { "Ava B.": "Eagles" }),
  parent("Michael Brooks", "delivered", { "Ava B.": "Eagles" }),
  parent("Ignacio Fuentes", "delivered", { "Bruno F.": "Tigers" }, "es"),
  parent("Kelly Armstrong", "fresh", { "Zoe A.": "Tigers" }),
  parent("Raj Patel", "fresh", { "Arjun P.": "Lions" }),
  parent("Teresa Molina", "unsent", { "Isabel M.": "Eagles" }, "es"),
  parent("Victor Lindgren", "unsent", { "Oskar L.": "Tigers" }),
  parent("Denise Howard", "unsent", { "Jada H.": "Hawks", "Jalen H.": "Lions" }),
];

/** Returns ana.lucia.paredes@family.example for "Ana Lucía Paredes". */
export const parentEmail = (name: string): string =>
  `${name
    .normalize("NFD")
    .replace(/[\u0300-\u036f']/g, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, ".")}@family.example`;

export const DEMO_PARAGRAPH =
  "At Lakeside we stay on the parents' side of the field, bring water for both teams on hot days, and wait until the next day before we write to a coach about a game.";
export const DEMO_PARAGRAPH_ES =
  "En Lakeside nos quedamos del lado de los padres, llevamos agua para los dos equipos en los días de calor y esperamos hasta el día siguiente para escribirle a un entrenador sobre un partido.";

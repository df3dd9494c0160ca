/** Categories of sheets that a club prints and hangs up, hands out or fills in (product/printables.md#printables). */
export const printableCategories = ["signage", "cards", "forms", "tracking"] as const;
export type PrintableCategory = (typeof printableCategories)[number];

export const categoryName: Record<PrintableCategory, string> = {
  signage: "Signage",
  cards: "Cards",
  forms: "Forms",
  tracking: "Tracking",
};

export type PrintableSize = "Banner" | "11x17" | "Letter" | "Card";
export type PrintableLanguage = "en" | "es";

interface Described {
  title: string;
  description: string;
  category: PrintableCategory;
  /** Paper format of the PDF. */
  format: string;
  size: PrintableSize;
  /** Choices of the club that it shows. */
  customizable: string;
  languages: readonly PrintableLanguage[];
}

const BOTH = ["en", "es"] as const;
const ENGLISH = ["en"] as const;

/** The list, in the order of the page. */
export const printables = {
  banner: {
    title: "Sideline banner",
    description: "‘Let them play’ for the fence, to be read from across the field.",
    category: "signage",
    format: "6 by 2 feet, for a print shop",
    size: "Banner",
    customizable: "name, logo, color, website",
    languages: BOTH,
  },
  "field-sign": {
    title: "Field sign ‘Respect the referee’",
    description: "For the gate or a post: its letters are read from 30 feet.",
    category: "signage",
    format: "17 by 11 inches, for any tabloid printer or a print shop",
    size: "11x17",
    customizable: "name, logo, color",
    languages: BOTH,
  },
  "pocket-card": {
    title: "Pocket card ‘What we say’",
    description: "Five sentences for the sideline. Ten cards a sheet, printed on both sides.",
    category: "cards",
    format: "ten of 3½ by 2 inches on letter card stock",
    size: "Card",
    customizable: "name, logo, color, website",
    languages: BOTH,
  },
  certificate: {
    title: "Certificate ‘Perfect game’",
    description: "To hand to a team’s families after a game of 20.",
    category: "cards",
    format: "one page, color or gray",
    size: "Letter",
    customizable: "name, logo, color, season",
    languages: BOTH,
  },
  agreement: {
    title: "Agreement on paper",
    description: "The sideline agreement with lines to sign on, for parents without email.",
    category: "forms",
    format: "two pages, color or gray",
    size: "Letter",
    customizable: "name, logo, season, contact",
    languages: BOTH,
  },
  "incident-form": {
    title: "Incident form",
    description: "What happened, noted on the same day, for the club’s administrators only.",
    category: "forms",
    format: "one page, color or gray",
    size: "Letter",
    customizable: "name, logo, season, contact",
    languages: ENGLISH,
  },
  "rating-card": {
    title: "Rating card",
    description:
      "Rate with a pencil, enter it later. Four cards a sheet, with the QR code that opens the rating.",
    category: "tracking",
    format: "four on one page, color or gray",
    size: "Letter",
    customizable: "name, logo, season",
    languages: ENGLISH,
  },
  "season-sheet": {
    title: "Season tracking sheet",
    description: "A line for each game and a sideline to draw the dots on, for the clubhouse wall.",
    category: "tracking",
    format: "one page, color or gray",
    size: "Letter",
    customizable: "name, logo, season, contact",
    languages: ENGLISH,
  },
} as const satisfies Record<string, Described>;

export type PrintableId = keyof typeof printables;
export const printableIds = Object.keys(printables) as PrintableId[];

/** One file: a printable in a language. */
export interface PrintableFile {
  id: PrintableId;
  language: PrintableLanguage;
}

/** Every file, as the .zip of all holds them. */
export const printableFiles: PrintableFile[] = printableIds.flatMap((id) =>
  printables[id].languages.map((language) => ({ id, language })),
);

/** Returns 'field-sign-es.pdf'. */
export const printableFileName = ({ id, language }: PrintableFile): string =>
  `${id}${language === "es" ? "-es" : ""}.pdf`;

/** Returns the file that an address asks for; the first file by default, undefined for an unknown one. */
export function printableFileOf(query: URLSearchParams): PrintableFile | undefined {
  const id = query.get("of") ?? "banner";
  const language = query.get("language") ?? "en";
  return printableFiles.find((file) => file.id === id && file.language === language);
}

/** Club's choices for its printed sheets. */
export interface PrintableSettings {
  clubName: string;
  /** True if the logo is printed, provided the club has one. */
  clubLogo: boolean;
  season: string;
  contactInfo: string;
  websiteUrl: string;
}

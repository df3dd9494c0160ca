import { missingLetters as missingIn } from "#app/files/pdf-document.server.ts";

/**
 * Lists the letters of texts that a PDF cannot show, for the page from which one prints
 * (product/printables.md#letters-in-print).
 */
export const missingLetters = (texts: Iterable<string | null | undefined>): string[] =>
  missingIn([...texts].filter(Boolean).join(" "));

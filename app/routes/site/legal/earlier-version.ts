import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

/**
 * Builds an earlier version of a legal text from the sections that differed. A test holds a hash of every published
 * version, so a change of the later text cannot alter an earlier one unnoticed (product/pages.md#legal-texts).
 */
export function earlierVersion(
  later: readonly LegalSection[],
  earlier: readonly LegalSection[],
): readonly LegalSection[] {
  return later.map((section) => earlier.find(({ id }) => id === section.id) ?? section);
}

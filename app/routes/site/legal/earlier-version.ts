import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

/**
 * An earlier version of a legal text, told by the sections that read otherwise then. A hash of every published
 * version is tested, so a change of the later text that reaches an earlier one is seen (product.md#legal-texts).
 */
export function earlierVersion(
  later: readonly LegalSection[],
  earlier: readonly LegalSection[],
): readonly LegalSection[] {
  return later.map((section) => earlier.find(({ id }) => id === section.id) ?? section);
}

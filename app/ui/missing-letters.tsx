import { pluralize } from "#app/domain/values/pluralize.ts";
import { Notice } from "./notice.tsx";

/**
 * Lists before printing the letters that the PDF has no glyph for; renders nothing if it has all
 * (product/printables.md#letters-in-print).
 */
export function MissingLetters({ letters, of }: { letters: readonly string[]; of: string }) {
  if (letters.length === 0) return null;
  return (
    <Notice
      tone="minor"
      title={`${pluralize(letters.length, "letter")} of ${of} cannot be printed: ${letters.join(" ")}`}
    >
      <p>The PDF has an empty box in each place. What was typed is kept as it is.</p>
    </Notice>
  );
}

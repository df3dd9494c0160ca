/** A field whose typed and stored values differ, both formatted for people. */
export interface Difference {
  label: string;
  typed: string;
  stored: string;
}

/** Report on a form whose original values were changed meanwhile (product/pages.md#forms). */
export interface StaleForm {
  /** Version that saving again has to carry. */
  version: string;
  differences: Difference[];
}

/** Labels of a form's fields, by the name of their value. */
export type FieldLabels<Values> = {
  [Name in keyof Values]: { label: string; read?: (value: Values[Name]) => string };
};

/** Lists fields whose typed and stored values differ, in the order of `labels`. */
export function differencesOf<Values extends object>(
  typed: Values,
  stored: Values,
  labels: FieldLabels<Values>,
): Difference[] {
  return (Object.keys(labels) as (keyof Values)[]).flatMap((name) => {
    const { label, read = readPlainly } = labels[name];
    const [mine, theirs] = [read(typed[name]), read(stored[name])];
    return mine === theirs ? [] : [{ label, typed: mine, stored: theirs }];
  });
}

function readPlainly(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === null || value === undefined || value === "" ? "(empty)" : String(value);
}

/** Compares two sets of values regardless of order. */
export const sameValues = (one: object, other: object) => canonical(one) === canonical(other);

/** Serializes values so that equal values have equal texts. */
export function canonical(values: object): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

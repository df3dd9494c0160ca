/** Longest phone number, including the separators that people write. */
export const PHONE_MAX = 40;
/** Longest search, in lists and in their addresses. */
export const SEARCH_MAX = 80;

/**
 * A form's field as data (plain, so that pages may read it): its schema takes the limit and the message from here, its
 * input the label and the limit, a stale form the label.
 */
export interface Field {
  label: string;
  /** Most characters. */
  max?: number;
  /** Message if it is missing; left out of a field that may stay empty. */
  required?: string;
  /** Formats the value for people, in a stale form that shows both values. */
  read?: (value: never) => string;
}

/** Props of a field's input. */
interface Input {
  name: string;
  label: string;
  maxLength?: number;
  required?: true;
}

/** Returns the props of a form's inputs, by the fields' names. */
export function inputsOf<Name extends string>(fields: Record<Name, Field>): Record<Name, Input> {
  const entries = Object.entries<Field>(fields).map(([name, { label, max, required }]) => [
    name,
    { name, label, maxLength: max, required: required === undefined ? undefined : true },
  ]);
  return Object.fromEntries(entries) as Record<Name, Input>;
}

/** Returns the key of a table that an address names; null for none. */
export const keyIn = <Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  text: string | null,
): Key | null => (text !== null && Object.hasOwn(table, text) ? (text as Key) : null);

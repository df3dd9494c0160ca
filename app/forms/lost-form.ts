/** Typed values of a form whose subject is gone, for its user to copy (product/pages.md#forms). */
export interface LostForm {
  lost: TypedField[];
}

/** A field as its user reads it, with the typed value. */
export interface TypedField {
  label: string;
  value: string;
}

/** Returns the typed fields in an error's data; [] if it has none. */
export function lostFields(data: unknown): TypedField[] {
  return (data as Partial<LostForm> | null)?.lost ?? [];
}

/** Why a form of a club whose year is over was not taken, for the error page (product.md#term). */
export interface ReadOnlyRefusal {
  readOnly: {
    /** The day in words, in the club's zone. */
    endedOn: string;
    /** Whether the asking person may renew. */
    renews: boolean;
    /** Whether what was typed is kept for an hour. */
    kept: boolean;
  };
}

/** The refusal that an error's data is, or null. */
export const readOnlyRefusal = (data: unknown): ReadOnlyRefusal["readOnly"] | null =>
  (data as Partial<ReadOnlyRefusal> | null)?.readOnly ?? null;

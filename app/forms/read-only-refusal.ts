/** Reason why a form of a club whose year is over was refused, for the error page (product/billing.md#term). */
export interface ReadOnlyRefusal {
  readOnly: {
    /** Day in words, in the club's zone. */
    endedOn: string;
    /** True if the reader may renew the subscription. */
    renews: boolean;
    /** True if the typed values are kept for an hour. */
    kept: boolean;
  };
}

/** Returns the refusal in an error's data, or null. */
export const readOnlyRefusal = (data: unknown): ReadOnlyRefusal["readOnly"] | null =>
  (data as Partial<ReadOnlyRefusal> | null)?.readOnly ?? null;

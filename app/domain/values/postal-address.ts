export interface PostalAddress {
  address: string;
  city: string;
  /** 'TX' */
  state: string;
  zip: string;
}

/** Returns 'P.O. Box 12, Austin, TX 78701' in one line, of the parts that are filled; empty where none is. */
export function postalAddress({ address, city, state, zip }: PostalAddress): string {
  const parts = [address, city, [state, zip].filter(Boolean).join(" ")];
  return parts.filter(Boolean).join(", ");
}

/** All that a receipt is printed from, as plain values: it crosses to the printing worker. */
export interface Receipt {
  title: string;
  /** Who received the money, line by line. */
  from: readonly string[];
  /** Who paid it. */
  to: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  total: readonly [label: string, amount: string];
  note: string;
  /** ISO-8601 UTC, of the movement: the same receipt gives the same file. */
  at: string;
}

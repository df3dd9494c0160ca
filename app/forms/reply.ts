import type { StaleForm } from "./stale-form.ts";

/** The answer to a refused form: the typed values, and one message per field ('' for the whole form). */
export interface FormReply {
  values: Record<string, string | string[]>;
  errors: Record<string, string>;
  /** Set if the form's original values were changed meanwhile. */
  stale?: StaleForm;
  /** Set for values typed before the session ended, and not saved yet. */
  kept?: true;
  /** Addresses that look mistyped: the form asks about them. */
  asked?: AskedAddress[];
  /** Addresses that the user keeps as they are, separated by spaces. */
  addressTyped?: string;
}

export interface AskedAddress {
  typed: string;
  meant: string;
}

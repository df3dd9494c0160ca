/** What a refused form gets back: what was typed, and one message a field ('' for the form as a whole). */
export interface FormReply {
  values: Record<string, string | string[]>;
  errors: Record<string, string>;
}

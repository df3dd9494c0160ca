/** An error as it crosses between threads, where structured cloning would drop its class and its fields. */
export interface PackedError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Own fields with plain values, such as `code`. */
  fields: Record<string, unknown>;
  cause: PackedError | undefined;
}

/** Error classes that survive the crossing, by their name; any other error arrives as a plain `Error`. */
export type ErrorClasses = Record<string, { prototype: Error }>;

export function packError(thrown: unknown): PackedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  const plain = Object.entries(error).filter(([, value]) => Object(value) !== value);
  return {
    name,
    message,
    stack,
    fields: Object.fromEntries(plain),
    cause: cause === undefined ? undefined : packError(cause),
  };
}

export function unpackError(packed: PackedError, classes: ErrorClasses = {}): Error {
  const { name, message, stack, fields, cause } = packed;
  const error = new Error(message, cause && { cause: unpackError(cause, classes) });
  Object.setPrototypeOf(error, classes[name]?.prototype ?? Error.prototype);
  return Object.assign(error, { name, stack }, fields);
}

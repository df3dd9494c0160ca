import { RETENTION_CLOCKS } from "#app/domain/values/retention.ts";

/** The rows of the privacy policy's table (product.md#retention). */
export const retention: readonly (readonly [what: string, kept: string, then: string])[] =
  RETENTION_CLOCKS.map(({ what, kept, ends }) => [what, kept, ends] as const);

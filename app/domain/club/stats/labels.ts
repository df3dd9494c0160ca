import { count } from "#app/domain/values/pluralize.ts";

/** ', 1 of them sealed' after a number of rated games; '' where none is (product.md#blind). */
export function sealedPart(sealed: number): string {
  return sealed === 0 ? "" : `, ${count(sealed)} of them sealed`;
}

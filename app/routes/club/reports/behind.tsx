import { count } from "#app/domain/values/pluralize.ts";

/** Links a value to its games. */
export function Behind({ to, figure }: { to: string; figure: number }) {
  return figure === 0 ? "0" : <a href={to}>{count(figure)}</a>;
}

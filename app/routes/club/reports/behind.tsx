import { count } from "#app/domain/values/pluralize.ts";

/** A figure that leads to the games that make it. */
export function Behind({ to, figure }: { to: string; figure: number }) {
  return figure === 0 ? "0" : <a href={to}>{count(figure)}</a>;
}

import type { Request, Response } from "express";
import { invalid, missing } from "./errors.ts";
import { type FormObject, type FormValue, readStripeForm } from "./form.ts";

const LONGEST_PAGE = 100;
const PAGE = 10;

export const queryOf = (req: Request): FormObject => readStripeForm(req.originalUrl.split("?")[1] ?? "");

/** Filters of Stripe's lists, besides `created`; a nested one as `payment[type]`. */
export type Filters<Item> = Record<string, (item: Item) => string | null>;

/**
 * Returns a page of a list, newest first, by Stripe's filters and after the item that `starting_after` names.
 * @throws StripeRefusal for a parameter that the list does not know
 */
export function page<Item extends { id: string; created: number }>(
  req: Request,
  res: Response,
  list: { items: Item[]; filters: Filters<Item>; show: (item: Item) => object },
): void {
  const { limit, starting_after: after, created, expand: _, ...given } = queryOf(req);
  const wanted = Object.entries(given).flatMap(([name, value]): [string, FormValue][] =>
    typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}[${inner}]`, one])
      : [[name, value]],
  );
  for (const [name] of wanted)
    if (!(name in list.filters))
      throw invalid(`Received unknown parameter: ${name}`, name, "parameter_unknown");
  const most = limit === undefined ? PAGE : Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > LONGEST_PAGE)
    throw invalid(`This value must be between 1 and ${LONGEST_PAGE}.`, "limit", "parameter_invalid_integer");
  const inTime = within(created);
  const matching = list.items
    .filter((item) => wanted.every(([name, value]) => list.filters[name]?.(item) === value))
    .filter((item) => inTime(item.created))
    .sort((a, b) => a.created - b.created)
    .reverse();
  const before = after === undefined ? -1 : matching.findIndex(({ id }) => id === after);
  if (after !== undefined && before < 0) throw missing("object", String(after), "starting_after", 400);
  const data = matching.slice(before + 1, before + 1 + most).map(list.show);
  const url = `${req.baseUrl}${req.path}`;
  res.json({ object: "list", data, has_more: before + 1 + most < matching.length, url });
}

/** Parses `created`: a time, or gt, gte, lt and lte of one. */
function within(created: FormValue | undefined): (at: number) => boolean {
  if (created === undefined) return () => true;
  if (typeof created === "string") return (at) => at === Number(created);
  const bound = (name: string, otherwise: number) => {
    const given = (created as FormObject)[name];
    if (given === undefined) return otherwise;
    if (!/^-?\d+$/.test(String(given)))
      throw invalid(`Invalid integer: ${String(given)}`, `created[${name}]`, "parameter_invalid_integer");
    return Number(given);
  };
  const [gt, gte] = [bound("gt", -Infinity), bound("gte", -Infinity)];
  const [lt, lte] = [bound("lt", Infinity), bound("lte", Infinity)];
  return (at) => at > gt && at >= gte && at < lt && at <= lte;
}

/**
 * Returns the item of the address.
 * @throws StripeRefusal resource_missing
 */
export function found<Item extends { id: string }>(items: Item[], req: Request, what: string): Item {
  const id = req.params.id ?? "";
  const item = items.find((one) => one.id === id);
  if (!item) throw missing(what, id, "id");
  return item;
}

/** @throws StripeRefusal for a parameter that is not among `known` */
export function refuseOthers(form: FormObject, known: string[]): void {
  for (const name of Object.keys(form))
    if (!known.includes(name) && name !== "expand")
      throw invalid(`Received unknown parameter: ${name}`, name, "parameter_unknown");
}

/**
 * Parses a whole number of cents or days.
 * @throws StripeRefusal
 */
export function integerOf(value: FormValue, param: string): number {
  if (typeof value !== "string" || !/^-?\d{1,12}$/.test(value))
    throw invalid(`Invalid integer: ${String(value)}`, param, "parameter_invalid_integer");
  return Number(value);
}

export const textOf = (value: FormValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

export const textsOf = (given: unknown): Record<string, string> =>
  typeof given === "object" && given !== null
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    : {};

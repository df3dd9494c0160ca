import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { onPostgres } from "./dialect.server.ts";

type Value = string | number | null | Date | readonly (string | number)[];
type Values = Record<string, Value>;

/** A query of one shape, and where each of its parameters comes from. */
interface Plan<Row> {
  query: CompiledQuery<Row>;
  sources: ((values: Values) => unknown)[];
}

const MOST_SHAPES = 100;
/** Placeholder for the moment that a call hands in: no row is of that year, or of those next to it. */
const STAND_IN = new Date("9000-07-01T00:00:00.000Z");
const STAND_IN_MOMENT = /^(?:8999|9000|9001)-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Builds a query that is compiled once per shape, and then only bound: for those that pages and sign-ins ask.
 * @param build gets placeholders for the values, strings also for numbers and null, so it may hand them on and shift a
 *   moment by a year, but must not decide by them; what decides is the shape.
 */
export function compiled<Schema, Given extends Values, Row, Shape = void>(
  build: (db: Kysely<Schema>, values: Given, shape: Shape) => Compilable<Row>,
): (db: Kysely<Schema>, values: Given, shape: Shape) => Promise<Row[]> {
  const plans = new Map<string, Plan<Row>>();
  return async (db, values, shape) => {
    const lengths = Object.values(values).map((value) => (Array.isArray(value) ? value.length : 0));
    const key = JSON.stringify([shape, lengths, onPostgres(db)]);
    let plan = plans.get(key);
    if (!plan) {
      plan = planOf(build(db, standInsFor(values), shape).compile(), values);
      const [oldest] = plans.keys();
      if (plans.size >= MOST_SHAPES && oldest !== undefined) plans.delete(oldest);
      plans.set(key, plan);
    }
    const parameters = plan.sources.map((source) => source(values));
    const { rows } = await db.executeQuery<Row>({ ...plan.query, parameters });
    return rows;
  };
}

const nameOf = (key: string, index?: number) => `\u0000${key}${index === undefined ? "" : `.${index}`}`;

function standInsFor<Given extends Values>(values: Given): Given {
  const standIn = (key: string, value: Value): Value => {
    if (value instanceof Date) return STAND_IN;
    return Array.isArray(value) ? value.map((_, index) => nameOf(key, index)) : nameOf(key);
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, standIn(key, value)]),
  ) as Given;
}

function planOf<Row>(query: CompiledQuery<Row>, values: Values): Plan<Row> {
  const known = new Map<unknown, (given: Values) => unknown>();
  let moment: string | undefined;
  for (const [key, value] of Object.entries(values)) {
    if (value instanceof Date) moment = key;
    else if (Array.isArray(value))
      for (const index of value.keys())
        known.set(nameOf(key, index), (given) => (given[key] as readonly unknown[])[index]);
    else known.set(nameOf(key), (given) => given[key]);
  }
  const sourceOf = (parameter: unknown) => {
    const direct = known.get(parameter);
    if (direct) return direct;
    if (moment === undefined || typeof parameter !== "string" || !STAND_IN_MOMENT.test(parameter)) {
      return () => parameter;
    }
    const key = moment;
    const shift = Date.parse(parameter) - STAND_IN.getTime();
    return (given: Values) => new Date((given[key] as Date).getTime() + shift).toISOString();
  };
  return { query, sources: query.parameters.map(sourceOf) };
}

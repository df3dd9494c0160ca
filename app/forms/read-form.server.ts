import { parseWithZod } from "@conform-to/zod/v4";
import { json } from "@remix-run/node";
import { z } from "zod";
import { meantAddress, withMeantAddresses } from "./people-in-text.ts";
import type { AskedAddress, FormReply } from "./reply.ts";
import type { StaleForm } from "./stale-form.ts";

/** 422 invalid, 429 rate-limited, 503 overloaded. */
type Refusal = 422 | 429 | 503 | 507;
const STATUS_TEXT = {
  422: "Unprocessable Content",
  429: "Too Many Requests",
  503: "Service Unavailable",
  507: "Insufficient Storage",
} as const;

const LIST_MOST = 50;
const STALE_LABEL = "This was changed after you opened the page, so nothing is saved yet";

/** A form's value, which may still be refused, or the answer that refuses it. */
export type Reading<Value> =
  | {
      ok: true;
      value: Value;
      refuse: (errors: Record<string, string>, status?: Refusal) => Response;
      /** Refuses a form that was filled from an older version, with both values of each field. */
      refuseStale: (stale: StaleForm) => Response;
    }
  | { ok: false; answer: Response };

/**
 * Reads a posted form by its schema (product/pages.md#forms). Only the schema's fields are read, single values once. A
 * refusal has status 422, one message per field, and keeps everything typed.
 * @param hide fields whose value is never sent back, such as passwords.
 * @param most values of a list that are read; the others are ignored.
 * @param summary a message above those of the fields
 */
export async function readForm<Shape extends z.ZodRawShape>(
  request: Request,
  schema: z.ZodObject<Shape>,
  options: ReadOptions = {},
): Promise<Reading<z.output<z.ZodObject<Shape>>>> {
  return readFields(await postedForm(request), schema, options);
}

export interface ReadOptions {
  hide?: string[];
  most?: number;
  summary?: string;
  /** Decides whether mistyped addresses are asked about; by default they are. */
  asks?: (posted: FormData | URLSearchParams) => boolean;
}

/** Validates form data that was already read. */
export function readFields<Shape extends z.ZodRawShape>(
  posted: FormData | URLSearchParams,
  schema: z.ZodObject<Shape>,
  { hide = [], most = LIST_MOST, summary, asks = () => true }: ReadOptions = {},
): Reading<z.output<z.ZodObject<Shape>>> {
  const form = fieldsOf(posted, schema, most);
  const addressFields = Object.entries(schema.shape).flatMap(([name, field]) =>
    (field as z.ZodType).meta()?.asksAboutDomain ? [name] : [],
  );
  if (posted.has(ADDRESS_MEANT))
    for (const name of addressFields) form.set(name, withMeantAddresses(String(form.get(name) ?? "")));
  const addressTyped = keptAddresses(posted);
  const submission = parseWithZod(form, { schema });
  const typed = typedValues(form, schema, hide);
  const refuse = (errors: FormReply["errors"], status: Refusal = 422, stale?: StaleForm) =>
    json<FormReply>(
      { values: typed, errors, stale, addressTyped },
      { status, statusText: STATUS_TEXT[status] },
    );
  if (submission.status === "success") {
    const value = submission.value as Record<string, string | string[]>;
    const addresses = addressFields.flatMap((name) => value[name] ?? []);
    const asked = asks(posted) ? askedAddresses(addresses, addressTyped) : [];
    if (asked.length > 0) {
      const reply: FormReply = { values: typed, errors: {}, asked, addressTyped };
      return { ok: false, answer: json(reply, { status: 422, statusText: STATUS_TEXT[422] }) };
    }
    return {
      ok: true,
      value: submission.value,
      refuse,
      refuseStale: (stale) => refuse({ "": STALE_LABEL }, 422, stale),
    };
  }
  const errors: FormReply["errors"] = summary ? { "": summary } : {};
  for (const [name, messages] of Object.entries(submission.error ?? {})) {
    const first = messages?.[0];
    if (first) errors[name.split(/[.[]/)[0] ?? ""] ??= first;
  }
  return { ok: false, answer: refuse(errors) };
}

/** Buttons of the question about addresses: use the suggestion, or keep these as typed. */
export const ADDRESS_MEANT = "addressMeant";
const ADDRESS_TYPED = "addressTyped";

/** Returns the addresses that the user keeps as typed, separated by spaces. */
export const keptAddresses = (posted: FormData | URLSearchParams): string | undefined =>
  [...new Set(posted.getAll(ADDRESS_TYPED).flatMap((kept) => String(kept).split(" ")))].join(" ") ||
  undefined;

/** Lists the addresses that look mistyped, without those that the user keeps (product/pages.md#mistyped-addresses). */
export function askedAddresses(addresses: readonly string[], kept = ""): AskedAddress[] {
  const known = new Set(kept.split(" "));
  return addresses.flatMap((typed) => {
    const meant = known.has(typed) ? null : meantAddress(typed);
    return meant ? [{ typed, meant }] : [];
  });
}

/** Returns the typed values of the schema's fields, to fill the form again. */
export const typedValuesOf = (posted: FormData, schema: z.ZodObject): FormReply["values"] =>
  typedValues(fieldsOf(posted, schema), schema, []);

function fieldsOf(posted: FormData | URLSearchParams, schema: z.ZodObject, most = LIST_MOST): FormData {
  const form = new FormData();
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = posted.getAll(name).filter((value): value is string => typeof value === "string");
    const wanted = isList(field as z.ZodType) ? values.slice(0, most) : values.slice(0, 1);
    for (const value of wanted) form.append(name, value);
  }
  return form;
}

function typedValues(form: FormData, schema: z.ZodObject, hide: string[]): FormReply["values"] {
  const values: FormReply["values"] = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (hide.includes(name)) continue;
    const given = form.getAll(name).map(String);
    values[name] = isList(field as z.ZodType) ? given : (given[0] ?? "");
  }
  return values;
}

function isList(field: z.ZodType): boolean {
  if (field instanceof z.ZodArray) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault)
    return isList(field.unwrap() as z.ZodType);
  return false;
}

/**
 * Reads the body of a posted form. Bodies that no browser sends (not a form, truncated, malformed) are refused with
 * 400.
 * @throws Response
 */
export async function postedForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    // The platform's error for a body that is not a form; a broken connection has other errors.
    if (!(error instanceof TypeError)) throw error;
    throw new Response("This was not a form", { status: 400, statusText: "Bad Request" });
  }
}

import { json, type LoaderFunctionArgs, redirect, type TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { TOO_BUSY } from "#app/domain/control/passwords/labels.ts";
import { TooBusy } from "#app/domain/control/passwords/password.server.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import type { TypedField } from "#app/forms/lost-form.ts";
import { type Reading, type ReadOptions, readFields, readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { type Difference, differencesOf, type FieldLabels, type StaleForm } from "#app/forms/stale-form.ts";
import type { ClubContext, ClubOrSupportContext, PublicContext } from "#app/journeys/context.ts";
import type { Capability } from "#app/permissions/club-permissions.ts";
import type { PlatformPermission } from "#app/permissions/platform-roles.ts";
import { requireAdmin, requireStaff } from "./admin-guard.server.ts";
import { redirectWith } from "./flash.server.ts";
import {
  isMember,
  notFound,
  type RouteArgs,
  requireClubUser,
  requireUserOrSupport,
} from "./guards.server.ts";
import { forgetKept, keptReply, orShowTyped } from "./kept-forms.server.ts";

type Args = Pick<LoaderFunctionArgs, "request" | "params" | "context">;
type Values = z.ZodRawShape;

/** Subject of a page, once its guard let its user in. */
interface Opened<Ctx, Found> {
  ctx: Ctx;
  found: Found;
  request: Request;
  params: Args["params"];
}

/** The same with the form's value. */
export interface Sent<Ctx, Found, Value> extends Opened<Ctx, Found> {
  value: Value;
  /** Refuses the form with another status than 422. */
  refuse: Read<Value>["refuse"];
}

type Read<Value> = Extract<Reading<Value>, { ok: true }>;
type Done<Result> = Exclude<Result, { ok: false }>;
type ProblemOf<Result> = Result extends { ok: false; problem: infer Problem extends string }
  ? Problem
  : never;
type StoredOf<Result> = Result extends { ok: false; stored: infer Stored } ? Stored : never;
/** Refusals left to the form: the function itself answers 'not-found' and 'stale'. */
type Left<Result> = Exclude<ProblemOf<Result>, "not-found" | "stale">;
type LeftRefused<Result> = Result extends { ok: false; problem: infer Problem }
  ? [Exclude<Problem, "not-found" | "stale">] extends [never]
    ? never
    : Result & { problem: Exclude<Problem, "not-found" | "stale"> }
  : never;

/** A message above the form, or one for each field. */
type Why = string | Record<string, string>;
/** Target of a form, with the message that the next page shows once. */
type Answer = Response | string | readonly [to: string, text: string, kind?: "good" | "bad"];

/** Form that changes something, in eight parts. A form that needs a ninth writes its loader and action by hand. */
interface Form<Ctx, May, Shape extends Values, Found, Result, Value = z.output<z.ZodObject<Shape>>> {
  /** Permission to see the page and send its form. */
  may: May;
  /** Left out where the form has a button only; with options where it hides a password or has a long list. */
  schema?: z.ZodObject<Shape> | readonly [z.ZodObject<Shape>, ReadOptions];
  /**
   * Labels of the typed words that are not lost: kept for an hour where the session has ended, and shown to copy where
   * what they are about is gone (product/pages.md#forms).
   */
  keeps?: Record<string, string> | ((values: FormReply["values"]) => TypedField[]);
  /** Finds the subject of the address; 404 if there is none. */
  find?: (ctx: Ctx, params: Args["params"], request: Request) => Promise<Found | null | undefined>;
  /** Saves it; the version that the form was filled from goes along and is compared inside the transaction. */
  change: (sent: Sent<Ctx, Found, Value>) => Promise<Result>;
  /**
   * Returns the version of what is stored by now, for a form that was filled from an older one; see `versionBy`. Left
   * out where the refusal itself has it.
   */
  version?: (stored: StoredOf<Result>, value: Value) => string | StaleForm;
  /** Messages for each problem that changed nothing. */
  problems?:
    | Record<Left<Result>, Why>
    | ((refused: LeftRefused<Result>, sent: Sent<Ctx, Found, Value>) => Why | Answer | Promise<Answer>);
  saved: (result: Done<Result>, sent: Sent<Ctx, Found, Value>) => Answer | Promise<Answer>;
}

/** Storage of a guard's forms for what was typed. */
interface Keeping<Ctx> {
  reply: (ctx: Ctx, request: Request) => Promise<FormReply | null>;
  forget: (ctx: Ctx, request: Request) => Promise<unknown>;
}

/**
 * Returns the version of what is stored, and both values of each field where they differ.
 * @param read the stored values as the form's fields hold them, where they are not stored so
 */
export function versionBy<Fields extends object, Stored extends Fields>(
  version: (stored: Stored) => string,
  labels: FieldLabels<Fields>,
): (stored: Stored, typed: Fields) => StaleForm;
export function versionBy<Stored, Fields extends object>(
  version: (stored: Stored) => string,
  labels: FieldLabels<Fields>,
  read: (stored: Stored) => Fields,
): (stored: Stored, typed: Fields) => StaleForm;
export function versionBy<Stored, Fields extends object>(
  version: (stored: Stored) => string,
  labels: FieldLabels<Fields>,
  read = (stored: Stored) => stored as unknown as Fields,
) {
  return (stored: Stored, typed: Fields): StaleForm => ({
    version: version(stored),
    differences: differencesOf(typed, read(stored), labels),
  });
}

/** Builds the loader and the action of a page with a form, for those whom `guard` lets in. */
function formBy<Ctx extends PublicContext, May>(
  guard: (args: RouteArgs, may: May, keeps: { keeps?: z.ZodObject }) => Promise<Ctx>,
  keeping?: Keeping<Ctx>,
) {
  return <Result, Shape extends Values = Record<never, never>, Found = undefined>(
    form: Form<Ctx, May, Shape, Found, Result>,
  ) => {
    type Value = z.output<z.ZodObject<Shape>>;
    const [schema, options] = partsOf(form.schema);
    const keeps = form.keeps && schema && { schema, describe: describing(form.keeps) };

    const open = async ({ request, params, context }: Args): Promise<Opened<Ctx, Found>> => {
      const ctx = await guard({ request, context }, form.may, keeps ? { keeps: keeps.schema } : {});
      const found = await form.find?.(ctx, params, request);
      if (form.find && (found === undefined || found === null)) throw notFound();
      // Without `find`, `Found` is undefined.
      return { ctx, found: found as Found, request, params };
    };

    const save = async (args: Args): Promise<Response> => {
      const opened = await open(args);
      const reading = schema ? await readForm(args.request, schema, options) : nothingToRead();
      if (!reading.ok) return reading.answer;
      const { value, refuse, refuseStale } = reading as Read<Value>;
      const sent = { ...opened, value, refuse };
      try {
        const result = await form.change(sent);
        if (!isRefused(result)) {
          if (keeps) await keeping?.forget(sent.ctx, args.request);
          return await respond(form.saved(result as Done<Result>, sent));
        }
        if (result.problem === "not-found") throw notFound();
        if (result.problem === "stale") return refuseStale(staleForm(form, result, value));
        return await explain(form.problems, result, sent);
      } catch (error) {
        // While the queue for hashing passwords is full, the form is refused with what was typed in it.
        if (!(error instanceof TooBusy)) throw error;
        return refuse({ "": TOO_BUSY }, 503);
      }
    };

    return {
      /** The page's data, and what was kept of its form. */
      loader:
        <Data extends object | null>(show: (page: Opened<Ctx, Found>) => Data | Promise<Data>) =>
        async (args: Args): Promise<TypedResponse<Data>> => {
          const page = await open(args);
          const data = await show(page);
          const kept = keeps && keeping ? { kept: await keeping.reply(page.ctx, args.request) } : null;
          return json(kept ? { ...data, ...kept } : data);
        },
      action: (args: Args): Promise<Response> =>
        keeps ? orShowTyped(args.request, keeps.schema, keeps.describe, () => save(args)) : save(args),
    };
  };
}

/** A club's form: `may` is a capability, and `keeps` works. */
export const clubForm = formBy<ClubContext & Awaited<ReturnType<typeof requireClubUser>>, Capability>(
  requireClubUser,
  { reply: keptReply, forget: forgetKept },
);

/**
 * Club's form that staff who act for the club may send too, if the table of their addresses says so
 * (product/support.md#acting-for-a-club). Their values are not kept for an account: they have none.
 */
export const clubOrSupportForm = formBy<
  ClubOrSupportContext & Awaited<ReturnType<typeof requireUserOrSupport>>,
  Capability
>(requireUserOrSupport, {
  reply: async (ctx, request) => (isMember(ctx) ? keptReply(ctx, request) : null),
  forget: async (ctx, request) => (isMember(ctx) ? forgetKept(ctx, request) : null),
});

/** A form of the platform's staff: `may` is a permission, or 'account' for their own account. */
export const staffForm = formBy((args, permission: PlatformPermission | "account") =>
  permission === "account" ? requireStaff(args) : requireAdmin(args, permission),
);

const nothingToRead = () => readFields(new URLSearchParams(), noFieldsSchema);

function partsOf<Shape extends Values>(
  schema: z.ZodObject<Shape> | readonly [z.ZodObject<Shape>, ReadOptions] | undefined,
): readonly [z.ZodObject<Shape>?, ReadOptions?] {
  return Array.isArray(schema)
    ? (schema as [z.ZodObject<Shape>, ReadOptions])
    : [schema as z.ZodObject<Shape>];
}

const describing = (keeps: Record<string, string> | ((values: FormReply["values"]) => TypedField[])) =>
  typeof keeps === "function"
    ? keeps
    : (values: FormReply["values"]) =>
        Object.entries(keeps).map(([name, label]) => ({ label, value: String(values[name] ?? "") }));

interface AnyRefusal {
  ok: false;
  problem: string;
  stored?: unknown;
  version?: string;
  differences?: Difference[];
}

const isRefused = (result: unknown): result is AnyRefusal =>
  typeof result === "object" && result !== null && "ok" in result && result.ok === false;

/** Returns the refusal of a form that was filled from older values; some changes know it themselves. */
function staleForm<Stored, Value>(
  form: { version?: (stored: Stored, value: Value) => string | StaleForm },
  refused: AnyRefusal,
  value: Value,
): StaleForm {
  if (!form.version) return { version: refused.version ?? "", differences: refused.differences ?? [] };
  const stale = form.version(refused.stored as Stored, value);
  return typeof stale === "string" ? { version: stale, differences: [] } : stale;
}

/** Returns the answer to a form that changed nothing. */
async function explain<Sent_ extends { refuse: Read<unknown>["refuse"] }>(
  problems: unknown,
  refused: AnyRefusal,
  sent: Sent_,
): Promise<Response> {
  const why = await (typeof problems === "function"
    ? (problems as (refused: AnyRefusal, sent: Sent_) => Why | Answer | Promise<Answer>)(refused, sent)
    : (problems as Record<string, Why> | undefined)?.[refused.problem]);
  if (why === undefined) throw new Error(`A form does not say what '${refused.problem}' means`);
  if (typeof why === "string") return sent.refuse({ "": why });
  if (why instanceof Response || Array.isArray(why)) return respond(why as Answer);
  return sent.refuse(why as Record<string, string>);
}

async function respond(answer: Answer | Promise<Answer>): Promise<Response> {
  const to = await answer;
  if (to instanceof Response) return to;
  return typeof to === "string" ? redirect(to, 303) : redirectWith(...to);
}

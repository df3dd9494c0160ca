import { json } from "@remix-run/node";
import type { z } from "zod";
import {
  findKeptForm,
  forgetKeptForm,
  type KeptFormRef,
  keepForm,
} from "#app/domain/control/sign-in/kept-forms.server.ts";
import type { LostForm, TypedField } from "#app/forms/lost-form.ts";
import { postedForm, typedValuesOf } from "#app/forms/read-form.server.ts";
import { type ReadOnlyRefusal, readOnlyRefusal } from "#app/forms/read-only-refusal.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext, PublicContext } from "#app/journeys/context.ts";
import { lastAccount } from "./known-browser.server.ts";
import { addressOf } from "./redirect-target.ts";

/**
 * Keeps the form of a request whose session has ended, for the account that signed in last with this browser
 * (product/accounts.md#sessions). @returns whether it is kept
 */
export async function keepTypedForm(
  { control }: PublicContext,
  request: Request,
  schema: z.ZodObject,
): Promise<boolean> {
  const accountId = await lastAccount(request);
  if (!accountId) return false;
  const values = typedValuesOf(await postedForm(request), schema);
  return keepForm(control, { accountId, address: addressOf(request) }, values);
}

/** Returns what the user typed into this page's form before their session ended, as a reply that fills it again. */
export async function keptReply(ctx: ClubContext, request: Request): Promise<FormReply | null> {
  const values = await findKeptForm(ctx.control, refOf(ctx, request));
  return values && { values, errors: {}, kept: true };
}

/** Forgets what `keptReply` gives, once the form is saved. */
export const forgetKept = (ctx: ClubContext, request: Request) =>
  forgetKeptForm(ctx.control, refOf(ctx, request));

const refOf = ({ user }: ClubContext, request: Request): KeptFormRef => ({
  accountId: user.accountId,
  address: addressOf(request),
});

/**
 * Runs an action; if its subject was deleted, or is no longer the user's, the error page shows what they typed
 * (product/pages.md#forms).
 * @param describe names the typed values as their user reads them
 */
export async function orShowTyped<Result>(
  request: Request,
  schema: z.ZodObject,
  describe: (values: FormReply["values"]) => TypedField[],
  work: () => Promise<Result>,
): Promise<Result> {
  const copy = request.clone();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    const status = goneStatus(error);
    if (!status) throw error;
    const lost = describe(typedValuesOf(await postedForm(copy), schema)).filter(({ value }) => value !== "");
    if (lost.length === 0) throw error;
    // A read-only club says so itself, and still shows what was typed.
    const readOnly = await refusalIn(error);
    if (readOnly) throw json<LostForm & ReadOnlyRefusal>({ lost, readOnly }, { status });
    throw json<LostForm>({ lost }, { status, statusText: status === 404 ? "Not Found" : "Forbidden" });
  }
}

async function refusalIn(error: Response) {
  if (!error.headers.get("Content-Type")?.startsWith("application/json")) return null;
  return readOnlyRefusal(await error.clone().json());
}

/** Returns the status of a lost subject: a user who lost their last team is redirected to choose a club. */
function goneStatus({ status, headers }: Response): 402 | 403 | 404 | null {
  if (status === 402 || status === 403 || status === 404) return status;
  return headers.get("Location") === "/club/choose?noTeam=true" ? 404 : null;
}

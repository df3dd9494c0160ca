import type { z } from "zod";
import {
  findKeptForm,
  forgetKeptForm,
  type KeptFormRef,
  keepForm,
} from "#app/domain/control/kept-forms/kept-forms.server.ts";
import { postedForm, typedValuesOf } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext, PublicContext } from "#app/journeys/context.ts";
import { lastAccount } from "./known-browser.server.ts";
import { addressOf } from "./redirect-target.ts";

/**
 * Keeps the form of a request whose session has ended, for the account that signed in last with this browser
 * (product.md#sessions). @returns whether it is kept
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

/** What the user typed into the form of this page before their session ended, as a reply that fills it again. */
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

import { json } from "@remix-run/node";
import { z } from "zod";
import { redirectWith } from "#app/auth/flash.server.ts";
import { profileFields } from "#app/domain/club/settings/fields.ts";
import { profileSchema } from "#app/domain/club/settings/forms.server.ts";
import { profileIn, profileVersion, saveProfile } from "#app/domain/club/settings/profile.server.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { subscriptionLabels } from "#app/domain/control/billing/labels.ts";
import { subscriptionState } from "#app/domain/control/billing/payments.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { chargedAmong, priceOf, yearsOfClub } from "#app/domain/control/billing/years.server.ts";
import { isRenewable, renewableFrom } from "#app/domain/control/clubs/club-access.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { verifiedClub } from "#app/domain/control/verification/verifications.server.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import { postedForm, readFields, typedValuesOf } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import {
  cancelEmailChange,
  requestEmailChange,
  waitingEmail,
} from "#app/journeys/settings/club-email.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { SettingsContext } from "./settings-context.ts";
import { tabAddress } from "./tabs.ts";

export type ProfileTab = Awaited<ReturnType<typeof load>>;

export async function load(ctx: SettingsContext, _request: Request) {
  const { db, control, club } = ctx;
  const profile = profileIn(await clubRowOf(db));
  const waiting = await waitingEmail(control, club.code);
  return {
    profile: { values: profile, version: profileVersion(profile) },
    subscription: await subscriptionOf(ctx),
    waiting: waiting && {
      email: waiting.email,
      until: formatMoment(waiting.expiresAt, club.timezone),
      expired: Date.parse(waiting.expiresAt) <= now().getTime(),
    },
  };
}

/** Loads the club's subscription, which is read-only here (product/billing.md#term). */
async function subscriptionOf({ control, club }: SettingsContext) {
  const row = await verifiedClub(control, club.code);
  if (!row) throw new Error(`No club ${club.code}`);
  const year = chargedAmong(await yearsOfClub(control, club.code), now());
  const termEndsAt = row.term_ends_at;
  const plan = planOf(row.plan);
  return {
    state: subscriptionLabels[subscriptionState({ payment: year?.payment_status, termEndsAt }, now())],
    code: club.code.toUpperCase(),
    plan: `${plan.name}, ${plan.description.toLowerCase()}`,
    players: row.players ?? row.estimated_players,
    verified: row.players !== null,
    price: year && formatPrice(priceOf(year)),
    renewal: formatDateInFull(new Date(termEndsAt), club.timezone),
    renewsFrom: isRenewable(termEndsAt, now())
      ? null
      : formatDateInFull(new Date(renewableFrom(termEndsAt)), club.timezone),
  };
}

export async function act(ctx: SettingsContext, request: Request): Promise<Response> {
  const posted = await postedForm(request);
  switch (posted.get("intent")) {
    case "profile":
      return saveProfileForm(ctx, posted);
    case "resend-email":
      return resendEmailLink(ctx);
    case "cancel-email":
      return cancelEmailLink(ctx);
    default:
      throw new Response("This form is not known", { status: 400, statusText: "Bad Request" });
  }
}

const schema = profileSchema.extend({ intent: z.literal("profile") });
const here = tabAddress("profile");
const TOO_MANY_LINKS = "Too many links were sent in the last hour. Please try again later";

/** Saves the Club Profile; another email address must first confirm that it is the club's. */
async function saveProfileForm(ctx: SettingsContext, posted: FormData): Promise<Response> {
  const reading = readFields(posted, schema);
  if (!reading.ok) return reading.answer;
  const { version, intent: _, ...profile } = reading.value;
  const result = await changeClub(ctx, (tx) => saveProfile(tx, profile, version));
  if (!result.ok) {
    const differences = differencesOf(profile, result.stored, profileFields);
    return reading.refuseStale({ version: profileVersion(result.stored), differences });
  }
  if (profile.email === result.email) return redirectWith(here, "Club profile saved.");
  const asked = await requestEmailChange(ctx.control, ctx.club.code, profile.email);
  if (!asked.ok) {
    ctx.note(THROTTLED);
    // Drops the version that the form was filled from, so that the next try does not treat this save as somebody else's
    // change.
    const { version: _, ...values } = typedValuesOf(posted, schema);
    const errors = { email: `${TOO_MANY_LINKS}. Everything else is saved.` };
    return json<FormReply>({ values, errors }, { status: 429, statusText: "Too Many Requests" });
  }
  return redirectWith(here, `Saved. The new address counts once ${profile.email} has confirmed it.`);
}

/** Mails the link to the waiting address again; the previous link stops working. */
async function resendEmailLink(ctx: SettingsContext): Promise<Response> {
  const waiting = await waitingEmail(ctx.control, ctx.club.code);
  if (!waiting) return redirectWith(here, "No address waits for its confirmation any more.", "bad");
  const asked = await requestEmailChange(ctx.control, ctx.club.code, waiting.email);
  if (asked.ok) return redirectWith(here, `A new link was sent to ${waiting.email}.`);
  ctx.note(THROTTLED);
  return redirectWith(here, `${TOO_MANY_LINKS}.`, "bad");
}

/** Drops the waiting address: its link stops working. */
async function cancelEmailLink(ctx: SettingsContext): Promise<Response> {
  await cancelEmailChange(ctx.control, ctx.club.code);
  return redirectWith(here, "The new address is forgotten. The club keeps the one that it has.");
}

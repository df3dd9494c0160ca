import { json } from "@remix-run/node";
import { z } from "zod";
import { redirectWith } from "#app/auth/flash.server.ts";
import { profileFields } from "#app/domain/club/settings/fields.ts";
import { profileSchema } from "#app/domain/club/settings/forms.server.ts";
import { profileVersion, saveProfile } from "#app/domain/club/settings/profile.server.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readFields, typedValuesOf } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import {
  cancelEmailChange,
  requestEmailChange,
  waitingEmail,
} from "#app/journeys/settings/club-email.server.ts";
import type { SettingsContext } from "./settings-context.ts";
import { tabAddress } from "./tabs.ts";

const schema = profileSchema.extend({ intent: z.literal("profile") });
const here = tabAddress("profile");
const TOO_MANY_LINKS = "Too many links were sent in the last hour. Please try again later";

/** Saves the Club Profile; another email address is asked first whether it is the club's. */
export async function saveProfileForm(ctx: SettingsContext, posted: FormData): Promise<Response> {
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
    // Without the version that it was filled from: what is saved now is not a change by somebody else to the next try.
    const { version: _, ...values } = typedValuesOf(posted, schema);
    const errors = { email: `${TOO_MANY_LINKS}. Everything else is saved.` };
    return json<FormReply>({ values, errors }, { status: 429, statusText: "Too Many Requests" });
  }
  return redirectWith(here, `Saved. The new address counts once ${profile.email} has confirmed it.`);
}

/** Mails the link to the waiting address again; the link before stops working. */
export async function resendEmailLink(ctx: SettingsContext): Promise<Response> {
  const waiting = await waitingEmail(ctx.control, ctx.club.code);
  if (!waiting) return redirectWith(here, "No address waits for its confirmation any more.", "bad");
  const asked = await requestEmailChange(ctx.control, ctx.club.code, waiting.email);
  if (asked.ok) return redirectWith(here, `A new link was sent to ${waiting.email}.`);
  ctx.note(THROTTLED);
  return redirectWith(here, `${TOO_MANY_LINKS}.`, "bad");
}

/** Gives the waiting address up: its link stops working. */
export async function cancelEmailLink(ctx: SettingsContext): Promise<Response> {
  await cancelEmailChange(ctx.control, ctx.club.code);
  return redirectWith(here, "The new address is forgotten. The club keeps the one that it has.");
}

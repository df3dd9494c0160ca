import { profileIn, profileVersion } from "#app/domain/club/settings/profile.server.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { subscriptionLabels } from "#app/domain/control/billing/labels.ts";
import { subscriptionState } from "#app/domain/control/billing/payments.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { chargedAmong, yearsOfClub } from "#app/domain/control/billing/years.server.ts";
import { isRenewable, renewableFrom } from "#app/domain/control/clubs/club-access.ts";
import { verifiedClub } from "#app/domain/control/verification/verifications.server.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { waitingEmail } from "#app/journeys/settings/club-email.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { cancelEmailLink, resendEmailLink, saveProfileForm } from "./save-profile.server.ts";
import type { SettingsContext } from "./settings-context.ts";

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

/** What the club has bought, for reading only (product.md#term). */
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
    price: year && formatPrice(year.price_cents + Number(year.settled_cents ?? 0)),
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

import { redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { largerPlanNeeded, planOf, readPlan } from "#app/domain/control/billing/plans.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { detailsSchema } from "#app/domain/control/signup/forms.server.ts";
import { planTooSmall, switchedTo, TOO_MANY_SIGNUPS } from "#app/domain/control/signup/labels.ts";
import { findSameClub } from "#app/domain/control/signup/same-club.server.ts";
import {
  detailsFrom,
  draftFrom,
  findOpenSignup,
  saveSignup,
} from "#app/domain/control/signup/signups.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";

/** Saves the unfinished form and returns to step 1. */
export async function backToPackage(
  { control, client }: PublicContext,
  request: Request,
  posted: FormData,
): Promise<Response> {
  const { browserHash, cookie } = await bindSignupBrowser(request);
  if (!(await maySave(control, browserHash, client.ip))) return redirect("/signup", 303);
  const plan = readPlan(posted.get("plan"));
  await saveSignup(control, browserHash, { ...draftFrom(posted), ...(plan ? { plan } : {}) });
  return redirect("/signup", { status: 303, headers: { "Set-Cookie": cookie } });
}

/** Saves the details and leads to step 3; an estimate over the plan's limit needs the button that switches plans. */
export async function submitDetails(
  { control, client, note }: PublicContext,
  request: Request,
  posted: FormData,
): Promise<Response> {
  const { browserHash, cookie } = await bindSignupBrowser(request);
  const reading = readFields(posted, detailsSchema);
  if (!reading.ok) return reading.answer;
  const { plan, estimatedPlayers } = reading.value;
  const larger = largerPlanNeeded(plan, estimatedPlayers);
  if (larger && posted.get("intent") !== "switch") {
    return reading.refuse({ estimatedPlayers: planTooSmall(planOf(plan), larger) });
  }
  if (
    !(await mayUse("signup-details-client", client.ip)) ||
    !(await maySave(control, browserHash, client.ip))
  ) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_SIGNUPS }, 429);
  }
  const switched = larger ? { plan: larger.id } : {};
  await saveSignup(control, browserHash, { ...detailsFrom(reading.value), ...switched });
  const draft = await findOpenSignup(control, browserHash);
  const next = draft && (await findSameClub(control, draft)) ? "/signup/same-club" : "/signup/payment";
  if (!larger) return redirect(next, { status: 303, headers: { "Set-Cookie": cookie } });
  const answer = await redirectWith(next, switchedTo(larger));
  answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** Continuing a sign-up is always allowed; starting one is limited per client. */
const maySave = async (control: PublicContext["control"], browserHash: string, ip: string) =>
  (await findOpenSignup(control, browserHash)) !== null || mayUse("signup-client", ip);

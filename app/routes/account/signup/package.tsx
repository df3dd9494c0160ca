import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser, readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { readPlan } from "#app/domain/control/billing/plans.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { packageSchema } from "#app/domain/control/signup/forms.server.ts";
import { TOO_MANY_SIGNUPS } from "#app/domain/control/signup/labels.ts";
import { findOpenSignup, saveSignup } from "#app/domain/control/signup/signups.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { title } from "#app/ui/title.ts";
import { PackagePage } from "./package-page.tsx";

export const handle = { extra: "plans" };

export const meta = () =>
  title(
    "Choose Your Club Package",
    "Three packages by number of players, one payment for one year, nothing renews by itself.",
  );

/** Sign-up, step 1. `?plan=` skips to step 2 without saving anything, because a GET changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const plan = readPlan(new URL(args.request.url).searchParams.get("plan"));
  if (plan) throw redirect(href("/signup/details", { plan }));
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  return json({ chosen: draft?.plan ?? null });
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const reading = await readForm(args.request, packageSchema);
  if (!reading.ok) return reading.answer;
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const { plan } = reading.value;
  const draft = await findOpenSignup(control, browserHash);
  if (!draft && !(await mayUse("signup-client", client.ip))) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_SIGNUPS }, 429);
  }
  // A different price needs a new agreement to the terms.
  await saveSignup(control, browserHash, draft?.plan === plan ? { plan } : { plan, agreed_at: null });
  return redirect("/signup/details", { status: 303, headers: { "Set-Cookie": cookie } });
}

export default function Package() {
  const { chosen } = useLoaderData<typeof loader>();
  return <PackagePage chosen={chosen} />;
}

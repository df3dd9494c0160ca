import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { readPlan } from "#app/domain/control/billing/plans.ts";
import { findOpenSignup } from "#app/domain/control/signup/signups.server.ts";
import { fieldsOf } from "#app/domain/control/signup/signups.ts";
import { postedForm } from "#app/forms/read-form.server.ts";
import { title } from "#app/ui/title.ts";
import { backToPackage, submitDetails } from "./details.server.ts";
import { DetailsPage } from "./details-page.tsx";

export const meta = () =>
  title(
    "Club Information",
    "Your club's name, place and number of players, before you pay for its first year.",
  );

/** Sign-up, step 2. Without a package, in the address or the draft, step 1 comes first. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  const plan = readPlan(new URL(args.request.url).searchParams.get("plan")) ?? draft?.plan;
  if (!plan) throw redirect("/signup");
  return json({ plan, draft: fieldsOf(draft, plan) });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const posted = await postedForm(args.request);
  return posted.get("intent") === "back"
    ? backToPackage(ctx, args.request, posted)
    : submitDetails(ctx, args.request, posted);
}

export default function Details() {
  const data = useLoaderData<typeof loader>();
  return <DetailsPage {...data} />;
}

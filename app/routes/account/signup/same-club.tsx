import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { sameClubSchema } from "#app/domain/control/signup/forms.server.ts";
import { findSameClub, sendWayIn } from "#app/domain/control/signup/same-club.server.ts";
import { findOpenSignup, saveSignup } from "#app/domain/control/signup/signups.server.ts";
import { confirmationOf, readyToPay } from "#app/domain/control/signup/signups.ts";
import { stateName } from "#app/domain/values/states.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { title } from "#app/ui/title.ts";
import { SameClubPage } from "./same-club-page.tsx";

export const meta = () => title("Is It the Same Club?");

/** Between steps 2 and 3, where the details are those of a club that signed up before (product.md#signing-up-again). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  if (!readyToPay(draft)) throw redirect(draft?.plan ? "/signup/details" : "/signup");
  const same = await findSameClub(control, draft);
  if (!same) throw redirect("/signup/payment");
  return json({
    clubName: draft.club_name,
    state: stateName(draft.state),
    email: draft.email,
    byName: same.byName,
    byEmail: same.byEmail,
    paid: same.clubCode !== null,
    mailed: new URL(args.request.url).searchParams.get("answer") === "same",
  });
}

export async function action(args: ActionFunctionArgs) {
  const { control, client } = await publicContext(args);
  const reading = await readForm(args.request, sameClubSchema);
  if (!reading.ok) return reading.answer;
  const browserHash = await readSignupBrowser(args.request);
  const draft = await findOpenSignup(control, browserHash);
  if (!browserHash || !readyToPay(draft)) return redirect("/signup", 303);
  if (reading.value.answer === "other") {
    await saveSignup(control, browserHash, { other_club: confirmationOf(draft) });
    return redirect("/signup/payment", 303);
  }
  const same = await findSameClub(control, draft);
  if (same) await sendWayIn(control, draft, same, client.ip);
  return redirect("/signup/same-club?answer=same", 303);
}

export default function SameClub() {
  const data = useLoaderData<typeof loader>();
  return <SameClubPage data={data} />;
}

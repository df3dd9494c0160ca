import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { findSignupResult } from "#app/journeys/signup/signup-result.server.ts";
import { title } from "#app/ui/title.ts";
import { SuccessPage } from "./success-page.tsx";

export const meta = () => title("Success");

/**
 * Where Stripe sends the browser after a payment. The documented address names the club, but only the browser's own
 * payments decide which club is shown.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { platform } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const sessionId = query.get("session_id");
  const result = await findSignupResult(platform, await readSignupBrowser(args.request), {
    sessionId,
    code: query.get("code"),
  });
  if (result.state === "unpaid") throw redirect("/signup/payment?payment=back");
  if (sessionId && "club" in result) {
    const { name: club, contactName: name, code } = result.club;
    throw redirect(href("/success", { club, name, code: code.toUpperCase(), new: "true" }));
  }
  return json({ result });
}

export default function Success() {
  const { result } = useLoaderData<typeof loader>();
  return <SuccessPage result={result} />;
}

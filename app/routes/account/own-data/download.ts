import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireAccount } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { postedForm } from "#app/forms/read-form.server.ts";
import { asText, copyOwnData } from "#app/journeys/own-data/copy-own-data.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Redirects to the page with the buttons, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args);
  return redirect(href("/account/copy"));
}

/** Downloads the file; by POST, so that no link fetches it (product/privacy.md#own-data). */
export async function action(args: ActionFunctionArgs) {
  const { platform, session, note } = await requireAccount(args);
  const format = (await postedForm(args.request)).get("format") === "json" ? "json" : "text";
  const copy = await copyOwnData(platform, session.accountId);
  if (!copy.ok) return redirectWith(href("/account/copy"), problemLabels[copy.problem], "bad");
  note({ event: "own data copied" });
  const name = `goodside-my-data-${nowIso().slice(0, 10)}`;
  return format === "json"
    ? fileOf(`${JSON.stringify(copy.data, null, 2)}\n`, `${name}.json`, "application/json; charset=utf-8")
    : fileOf(asText(copy.data), `${name}.txt`, "text/plain; charset=utf-8");
}

const problemLabels = {
  often: "You made ten copies within an hour. Please wait before you make another one.",
  "no-person": "The club's own sign-in has no personal data to copy.",
} as const;

const fileOf = (text: string, name: string, type: string) =>
  new Response(text, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });

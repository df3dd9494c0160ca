import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";

/**
 * Redirects the link's short form to its page. Not cached: the address is a secret
 * (product/agreements.md#public-agreement).
 */
export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const lang = new URL(args.request.url).searchParams.get("lang") ?? undefined;
  const page = href("/parent/agreement/:token", { token: args.params.token ?? "unknown", lang });
  return redirect(page, { status: 302, headers: { "Cache-Control": "no-store" } });
}

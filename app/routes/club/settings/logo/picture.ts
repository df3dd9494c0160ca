import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { logoPicture } from "#app/domain/club/settings/logo.server.ts";

/** A year: the address carries the picture's version. */
const KEPT = "private, max-age=31536000, immutable";

/** Sends the logo of the session's club. A replaced version gives the current one, uncached. */
export async function loader(args: LoaderFunctionArgs) {
  const { db } = await requireUserOrSupport(args, "club.see");
  const query = new URL(args.request.url).searchParams;
  const logo = await logoPicture(db, query.get("size") === "large" ? "large" : "small");
  if (!logo) throw notFound();
  const current = query.get("v") === logo.version;
  return new Response(new Uint8Array(logo.picture), {
    headers: {
      "Content-Type": "image/webp",
      "Cache-Control": current ? KEPT : "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      Vary: "Cookie",
    },
  });
}

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "#app/auth/guards.server.ts";

/** Alternative addresses of pages, each listed in routes.ts as well. */
const pageOf: Record<string, string> = {
  "/terms-of-service": "/terms",
  "/privacy-policy": "/privacy",
  "/cookie-policy": "/cookies",
  "/coach/login": "/club/login",
  "/manager/login": "/club/login",
};

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const page = pageOf[pathname.replace(/\/$/, "")];
  if (!page) throw notFound();
  return redirect(`${page}${search}`, 301);
}

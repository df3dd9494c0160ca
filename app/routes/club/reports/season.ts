import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";

/** The documents' address of the running season's report, which is what the reports show first. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "reports.see");
  return redirect("/reports");
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { openVisit } from "../../auth/guards.server.ts";
import { endSession } from "../../auth/session.server.ts";

export async function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  const { control } = await openVisit(args);
  return redirect("/", { status: 303, headers: { "Set-Cookie": await endSession(control, args.request) } });
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { searchesCookie } from "#app/auth/cookies.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { endSession, readSession } from "#app/auth/session.server.ts";

export async function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  const { control, note } = await publicContext(args);
  const session = await readSession(control, args.request);
  note({ event: "signed out", user: session?.accountId ?? null, club: session?.clubCode ?? null });
  const headers = new Headers({ "Set-Cookie": await endSession(control, args.request) });
  headers.append("Set-Cookie", await searchesCookie.serialize("", { maxAge: 0 }));
  return redirect("/", { status: 303, headers });
}

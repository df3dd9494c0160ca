import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext, type RouteArgs } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { stoppableLabel } from "#app/domain/control/notifications/labels.ts";
import { mailStopSchema } from "#app/domain/control/notifications/preferences.server.ts";
import { changeStop, findMailStop, stopState } from "#app/domain/control/notifications/stop-links.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { title } from "#app/ui/title.ts";
import { StopPage } from "./stop-page.tsx";

export const meta: MetaFunction = () => title("Stop these emails");

/** Counts the look first, whatever the token: guessing tokens costs as much as a known one. */
async function openStop(args: RouteArgs & { params: { token?: string } }) {
  const { control, client, note } = await publicContext(args);
  if (!(await mayUse("mail-stop-client", client.ip))) {
    note(THROTTLED);
    throw new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
  }
  return { control, note, stop: await findMailStop(control, args.params.token ?? "") };
}

/** Says what the link stops. Opening it changes nothing: mail programs open links unasked. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, stop } = await openStop(args);
  if (!stop) return json({ stop: null });
  const { clubName, kind } = stop;
  const stopped = await stopState(control, stop);
  return json({ stop: { clubName, label: stoppableLabel(kind), stopped } });
}

/**
 * A button of the page, or the mail program's own 'Unsubscribe' (RFC 8058), which sends no cookie and expects no
 * redirect. The token alone is the authority.
 */
export async function action(args: ActionFunctionArgs) {
  const { control, note, stop } = await openStop(args);
  const again = redirect(href("/mail/stop/:token", { token: args.params.token ?? "unknown" }), 303);
  if (!stop) return again;
  const reading = await readForm(args.request, mailStopSchema);
  if (!reading.ok) return again;
  const { do: change, "List-Unsubscribe": oneClick } = reading.value;
  const isOneClick = oneClick === "One-Click";
  if (!change && !isOneClick) return again;
  await changeStop(control, stop, change ?? "stop-kind");
  note({ event: "mail stopped", change: change ?? "one-click", kind: stop.kind, club: stop.clubCode });
  return change ? again : new Response("Stopped", { status: 200 });
}

export default function MailStop() {
  return <StopPage stop={useLoaderData<typeof loader>().stop} />;
}

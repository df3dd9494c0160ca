import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { datesSchema } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { gameImports } from "#app/journeys/imports/imports.server.ts";

/** Redirects to the preview's page, which has the button. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(href("/schedule/imports/:importId", { importId: args.params.importId ?? "" }));
}

/** Stores whether the day or the month comes first, where no date of the file tells. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, datesSchema);
  if (!reading.ok) throw notFound();
  const importId = args.params.importId ?? "";
  const result = await gameImports.turnDates(ctx, importId, reading.value.first === "day");
  if (!result.ok) throw notFound();
  return redirect(href("/schedule/imports/:importId", { importId }), 303);
}

/** Renders nothing: a route with a component shows our error page (507 on a full disk) instead of a bare 500. */
export default function NoPage() {
  return null;
}

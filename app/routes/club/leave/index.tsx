import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { describeLeaving, keepClub } from "#app/journeys/leaving/cancel-club.server.ts";
import { title } from "#app/ui/title.ts";
import { LeavePage } from "./leave-page.tsx";

export const meta = () => title("Download or Leave");

/** What leaving means, and when (product.md#leaving). */
export async function loader(args: LoaderFunctionArgs) {
  return json(await describeLeaving(await requireClubUser(args, "club.manage")));
}

/** Takes a cancellation back. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  await keepClub(ctx);
  return redirectWith(href("/club/leave"), "The club stays. Nothing will be erased.");
}

export default function Leave() {
  return <LeavePage leaving={useLoaderData<typeof loader>()} />;
}

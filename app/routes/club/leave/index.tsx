import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { describeLeaving, keepClub } from "#app/domain/control/leaving/cancel-club.server.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { title } from "#app/ui/title.ts";
import { LeavePage } from "./leave-page.tsx";

export const meta = () => title("Download or Leave");

/** What leaving means, and when (product.md#leaving). */
const form = clubForm({
  may: "club.manage",
  schema: noFieldsSchema,
  change: ({ ctx }) => keepClub(ctx),
  saved: () => [href("/club/leave"), "The club stays. Nothing will be erased."],
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => describeLeaving(ctx));

export default function Leave() {
  return <LeavePage leaving={useLoaderData<typeof loader>()} />;
}

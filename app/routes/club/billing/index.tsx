import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { describeBilling } from "#app/domain/control/billing/describe-billing.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { title } from "#app/ui/title.ts";
import { BillingPage } from "./billing-page.tsx";

export const meta = () => title("Billing");

/** What the club has bought, what it paid, and what is due (product.md#billing). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  if (!row) throw notFound();
  return json(await describeBilling(control, row));
}

export default function Index() {
  return <BillingPage billing={useLoaderData<typeof loader>()} />;
}

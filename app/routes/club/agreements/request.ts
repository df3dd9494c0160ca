import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel, sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { sendAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

/** Reached by GET after signing in again; the button is on the agreement's page. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id } = await openManagedAgreement(ctx, args.params.agreementId);
  return redirect(href("/agreements/:agreementId", { agreementId: id }));
}

/** Sends one agreement, or an expired one again under a new link (product.md#agreements). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact } = await openManagedAgreement(ctx, args.params.agreementId);
  const result = await sendAgreements(ctx, { agreementIds: [id] });
  const back = href("/agreements/:agreementId", { agreementId: id });
  if (!result.ok) return redirectWith(back, sendProblemLabels[result.problem], "bad");
  const name = parentLabel({ parentName: contact.name, email: contact.email });
  return redirectWith(back, `✅ Agreement sent to ${name}!`);
}

import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel, sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { sendAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

/** Reached by GET after signing in again; the button is on the agreement's page. */
const form = clubForm({
  may: "agreements.send",
  find: (ctx, { agreementId }) => openManagedAgreement(ctx, agreementId),
  change: ({ ctx, found }) => sendAgreements(ctx, { agreementIds: [found.id] }),
  problems: ({ problem }, { found }) => [
    href("/agreements/:agreementId", { agreementId: found.id }),
    sendProblemLabels[problem],
    "bad",
  ],
  saved: (_, { found: { id, contact } }) => [
    href("/agreements/:agreementId", { agreementId: id }),
    `Agreement sent to ${parentLabel({ parentName: contact.name, email: contact.email })}!`,
  ],
});
export const action = form.action;
/** Reached by GET after signing in again; the button is on the agreement's page. */
export const loader = form.loader(({ found }) => {
  throw redirect(href("/agreements/:agreementId", { agreementId: found.id }));
});

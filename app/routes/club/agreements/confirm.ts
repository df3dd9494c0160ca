import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { askToConfirm } from "#app/domain/club/agreements/confirm-children.server.ts";
import { confirmProblemLabels, parentLabel } from "#app/domain/club/agreements/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";

/** Reached by GET after signing in again; the button is on the agreement's page. */
const form = clubForm({
  may: "agreements.send",
  find: (ctx, { agreementId }) => openManagedAgreement(ctx, agreementId),
  change: ({ ctx, found }) =>
    changeClub(ctx, (tx) => askToConfirm(tx, found.id, { by: ctx.user.name, at: now() })),
  problems: ({ problem }, { found }) => [
    href("/agreements/:agreementId", { agreementId: found.id }),
    confirmProblemLabels[problem],
    "bad",
  ],
  saved: (_, { found: { id, contact } }) => [
    href("/agreements/:agreementId", { agreementId: id }),
    `${parentLabel({ parentName: contact.name, email: contact.email })} was asked to confirm.`,
  ],
});
export const action = form.action;
/** Reached by GET after signing in again; the button is on the agreement's page. */
export const loader = form.loader(({ found }) => {
  throw redirect(href("/agreements/:agreementId", { agreementId: found.id }));
});

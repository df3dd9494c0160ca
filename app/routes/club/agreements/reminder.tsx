import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel, sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { remindAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { Facts } from "#app/ui/facts.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";
import { agreementPage } from "./show-page.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Remind ${data.label}` : "Send Reminder");

const form = clubForm({
  may: "agreements.send",
  find: (ctx, { agreementId }) => openManagedAgreement(ctx, agreementId),
  change: ({ ctx, found }) => remindAgreements(ctx, { agreementIds: [found.id] }),
  problems: ({ problem }, { found }) => [
    href("/agreements/:agreementId", { agreementId: found.id }),
    `❌ Failed to send individual reminder: ${sendProblemLabels[problem]}`,
    "bad",
  ],
  saved: (_, { found: { id, contact } }) => [
    href("/agreements/:agreementId", { agreementId: id }),
    `✅ Reminder sent successfully to ${parentLabel({ parentName: contact.name, email: contact.email })}!`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => agreementPage(ctx, found));

export default function Reminder() {
  const page = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: page.id });
  return (
    <ConfirmPage
      title={`Remind ${page.label}?`}
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label: page.label, href: back },
        { label: "Reminder" },
      ]}
      submit="Send Reminder"
      back={back}
    >
      <Facts facts={[["Email", page.email], ...page.facts]} />
      <p>The email has the same link as before and says until when it can be signed.</p>
    </ConfirmPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { remindAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { loadBulk, readBulk, selectionOf, sentTo } from "./bulk.server.ts";
import { Nobody, TickedParents } from "./ticked.tsx";

export const meta = () => title("Send Bulk Reminders");

const form = clubForm({
  may: "agreements.send",
  find: async (ctx, _, request) => readBulk(ctx, request),
  change: ({ ctx, found }) => remindAgreements(ctx, selectionOf(found)),
  problems: ({ problem }, { found }) => [
    href("/agreements", found.query),
    `❌ Failed to send bulk reminders: ${sendProblemLabels[problem]}`,
    "bad",
  ],
  saved: (result, { found }) => [href("/agreements", found.query), sentTo("reminder", result, found)],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => loadBulk(ctx, found, "remind"));

export default function RemindAgreements() {
  const { reached, ticked, query, to } = useLoaderData<typeof loader>();
  const back = href("/agreements", query);
  if (reached === 0) return <Nobody back={back} crumb="Remind" ticked={ticked} />;
  return (
    <ConfirmPage
      title={`Remind ${pluralize(reached, "parent")}?`}
      crumbs={[{ label: "Parents", href: back }, { label: "Remind" }]}
      action={href("/agreements/remind", to)}
      submit={ticked ? `Remind ${pluralize(reached, "Parent")}` : "Send Bulk Reminders"}
      back={back}
    >
      <TickedParents ticked={ticked} />
      {ticked ? (
        <p>Each of them gets one email with the same link as before.</p>
      ) : (
        <p>
          One email goes to each parent of the list who has not signed yet. Left out are those who got the
          agreement or a reminder in the last 24 hours, who asked for no more reminders, and whose address
          takes no email.
        </p>
      )}
    </ConfirmPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import { sendProblemLabels, sentLabel } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { remindAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { bulkFilter, loadBulk } from "./bulk.server.ts";
import { Nobody } from "./nobody.tsx";

export const meta = () => title("Send Bulk Reminders");

const form = clubForm({
  may: "agreements.send",
  find: async (ctx, _, request) => bulkFilter(ctx, request),
  change: ({ ctx, found: filter }) => remindAgreements(ctx, { filter }),
  problems: ({ problem }, { found: filter }) => [
    href("/agreements", filterQuery(filter)),
    `❌ Failed to send bulk reminders: ${sendProblemLabels[problem]}`,
    "bad",
  ],
  saved: (result, { found: filter }) => [
    href("/agreements", filterQuery(filter)),
    sentLabel("reminder", result),
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: filter }) => loadBulk(ctx, filter));

export default function RemindAgreements() {
  const { toRemind, query } = useLoaderData<typeof loader>();
  const back = href("/agreements", query);
  if (toRemind === 0) return <Nobody back={back} crumb="Remind" />;
  return (
    <ConfirmPage
      title={`Remind ${pluralize(toRemind, "parent")}?`}
      crumbs={[{ label: "Parents", href: back }, { label: "Remind" }]}
      action={href("/agreements/remind", query)}
      submit="Send Bulk Reminders"
      back={back}
    >
      <p>
        One email goes to each parent of the list who has not signed yet. Left out are those who got the
        agreement or a reminder in the last 24 hours, who asked for no more reminders, and whose address takes
        no email.
      </p>
    </ConfirmPage>
  );
}

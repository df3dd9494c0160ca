import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import { sendProblemLabels, sentLabel } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { sendAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { bulkFilter, loadBulk } from "./bulk.server.ts";
import { Nobody } from "./nobody.tsx";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";

export const meta = () => title("Send the Agreement");

const form = clubForm({
  may: "agreements.send",
  find: async (ctx, _, request) => bulkFilter(ctx, request),
  change: ({ ctx, found: filter }) => sendAgreements(ctx, { filter }),
  problems: ({ problem }, { found: filter }) => [
    href("/agreements", filterQuery(filter)),
    sendProblemLabels[problem],
    "bad",
  ],
  saved: (result, { found: filter }) => [
    href("/agreements", filterQuery(filter)),
    sentLabel("agreement", result),
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: filter }) => loadBulk(ctx, filter));

export default function SendAgreements() {
  const { toSend, query, days, reminders, withoutParagraph, mayEdit } = useLoaderData<typeof loader>();
  const back = href("/agreements", query);
  if (toSend === 0) return <Nobody back={back} crumb="Send" />;
  return (
    <ConfirmPage
      title={`Send the agreement to ${pluralize(toSend, "parent")}?`}
      crumbs={[{ label: "Parents", href: back }, { label: "Send" }]}
      action={href("/agreements/send", query)}
      submit={`Send to ${pluralize(toSend, "Parent")}`}
      back={back}
    >
      <p>
        Each parent gets one email with a link of their own, and signs once for all children. The link works
        for {pluralize(days, "day")}.
        {reminders
          ? " Who has not signed is reminded after 3, 7 and 14 days."
          : " Reminders by themselves are switched off in the settings."}
      </p>
      <p>
        <a href={href("/agreements/text")}>Read what parents sign</a> before you send it.
      </p>
      <OwnParagraphMissing languages={withoutParagraph} mayEdit={mayEdit} />
    </ConfirmPage>
  );
}

import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { sendAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { loadBulk, readBulk, selectionOf, sentTo } from "./bulk.server.ts";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";
import { Nobody, TickedParents } from "./ticked.tsx";

export const meta = () => title("Send the Agreement");

const form = clubForm({
  may: "agreements.send",
  find: async (ctx, _, request) => readBulk(ctx, request),
  change: ({ ctx, found }) => sendAgreements(ctx, selectionOf(found)),
  problems: ({ problem }, { found }) => [href("/agreements", found.query), sendProblemLabels[problem], "bad"],
  saved: (result, { found }) => [href("/agreements", found.query), sentTo("agreement", result, found)],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found, request }) => {
  // The list has one form with two buttons: not every text browser sends a button's form to an address of its own.
  if (found.step === "remind") throw redirect(href("/agreements/remind") + new URL(request.url).search);
  return loadBulk(ctx, found, "send");
});

export default function SendAgreements() {
  const page = useLoaderData<typeof loader>();
  const { reached, ticked, query, days, reminders, withoutParagraph, mayEdit } = page;
  const back = href("/agreements", query);
  if (reached === 0) return <Nobody back={back} crumb="Send" ticked={ticked} />;
  return (
    <ConfirmPage
      title={`Send the agreement to ${pluralize(reached, "parent")}?`}
      crumbs={[{ label: "Parents", href: back }, { label: "Send" }]}
      action={href("/agreements/send", page.to)}
      submit={`Send to ${pluralize(reached, "Parent")}`}
      back={back}
    >
      <TickedParents ticked={ticked} />
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

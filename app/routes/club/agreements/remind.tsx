import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import { sendProblemLabels, sentLabel } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { remindAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { bulkFilter, loadBulk } from "./bulk.server.ts";
import { Nobody } from "./nobody.tsx";

export const meta = () => title("Send Bulk Reminders");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  return json(await loadBulk(ctx, bulkFilter(ctx, args.request)));
}

/** Reminds all parents of the list whose agreements are pending (product.md#agreement-reminders). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const filter = bulkFilter(ctx, args.request);
  const result = await remindAgreements(ctx, { filter });
  const back = href("/agreements", filterQuery(filter));
  if (!result.ok)
    return redirectWith(
      back,
      `❌ Failed to send bulk reminders: ${sendProblemLabels[result.problem]}`,
      "bad",
    );
  return redirectWith(back, sentLabel("reminder", result));
}

export default function RemindAgreements() {
  const { toRemind, query } = useLoaderData<typeof loader>();
  const back = href("/agreements", query);
  if (toRemind === 0) return <Nobody back={back} crumb="Remind" />;
  return (
    <ClubPage
      title={`Remind ${pluralize(toRemind, "parent")}?`}
      crumbs={[{ label: "Agreements", href: back }, { label: "Remind" }]}
    >
      <p>
        One email goes to each parent of the list who has not signed yet. Left out are those who got the
        agreement or a reminder in the last 24 hours, who asked for no more reminders, and whose address takes
        no email.
      </p>
      <ButtonForm action={href("/agreements/remind", query)}>
        <Buttons>
          <SubmitButton>Send Bulk Reminders</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </ClubPage>
  );
}

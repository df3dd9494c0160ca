import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { parentLabel, sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { remindAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openManagedAgreement } from "./open-agreement.server.ts";
import { agreementPage } from "./show-page.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Remind ${data.label}` : "Send Reminder");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  return json(await agreementPage(ctx, await openManagedAgreement(ctx, args.params.agreementId)));
}

/** One more reminder by hand, at most one a day (product.md#agreement-reminders). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  const { id, contact } = await openManagedAgreement(ctx, args.params.agreementId);
  const result = await remindAgreements(ctx, { agreementIds: [id] });
  const back = href("/agreements/:agreementId", { agreementId: id });
  if (!result.ok)
    return redirectWith(
      back,
      `❌ Failed to send individual reminder: ${sendProblemLabels[result.problem]}`,
      "bad",
    );
  const name = parentLabel({ parentName: contact.name, email: contact.email });
  return redirectWith(back, `✅ Reminder sent successfully to ${name}!`);
}

export default function Reminder() {
  const page = useLoaderData<typeof loader>();
  const back = href("/agreements/:agreementId", { agreementId: page.id });
  return (
    <ClubPage
      title={`Remind ${page.label}?`}
      crumbs={[
        { label: "Agreements", href: "/agreements" },
        { label: page.label, href: back },
        { label: "Reminder" },
      ]}
    >
      <Facts facts={[["Email", page.email], ...page.facts]} />
      <p>The email has the same link as before and says until when it can be signed.</p>
      <ButtonForm>
        <Buttons>
          <SubmitButton>Send Reminder</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </ClubPage>
  );
}

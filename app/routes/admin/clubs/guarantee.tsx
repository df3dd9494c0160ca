import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { guaranteeSchema } from "#app/domain/control/billing/forms.server.ts";
import { guaranteeEnds } from "#app/domain/control/billing/guarantee.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { guaranteeCase, refundUnderGuarantee } from "#app/journeys/billing/guarantee.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("14-Day Guarantee");

/** What a club used of its year, before staff refund it under the guarantee (product.md#guarantee). */
const form = staffForm({
  may: "manage_clubs",
  schema: guaranteeSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { control, admin }, found: club, value }) =>
    refundUnderGuarantee(control, club, { adminId: admin.id, ...value }),
  saved: (refunded, { found: club }) => [
    href("/admin/clubs/:clubCode", { clubCode: club.code }),
    refunded
      ? "Refunded: the club’s year has ended."
      : "There is nothing to refund, or the 14 days are over.",
    refunded ? "good" : "bad",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform }, found: club }) => {
  const { usage, cents, runs } = await guaranteeCase(platform, club);
  return {
    clubCode: club.code,
    name: club.name,
    runs,
    cents,
    price: formatPrice(cents),
    until: formatMoment(guaranteeEnds(club.term_starts_at), "UTC"),
    usage: [
      ["Teams", count(usage.teams)],
      ["Coaches and managers", count(usage.staff)],
      ["Games", count(usage.games)],
      ["Ratings", count(usage.ratings)],
      ["Agreements sent", count(usage.agreementsSent)],
      ["Agreements signed", count(usage.agreementsSigned)],
    ] as [string, string][],
  };
});

export default function Guarantee() {
  const { clubCode, name, runs, cents, price, until, usage } = useLoaderData<typeof loader>();
  const back = href("/admin/clubs/:clubCode", { clubCode });
  return (
    <AdminPage title="14-Day Guarantee" lead={<a href={back}>{name}</a>} width="text">
      <Card title="What the club has used">
        <Facts facts={usage} />
        <p className="muted">
          The guarantee holds where core components were not substantially used. You decide; the figures help.
        </p>
      </Card>
      {runs && cents > 0 ? (
        <PostForm>
          <p>
            {price} goes back to where it came from. The year ends at once: the club can read everything for
            30 days, and pay again at any time.
          </p>
          <TextArea name="note" label="Why does the club get its money back?" maxLength={500} required />
          <Buttons>
            <SubmitButton look="danger">{`Refund ${price}`}</SubmitButton>
            <ButtonLink href={back} look="quiet">
              Cancel
            </ButtonLink>
          </Buttons>
        </PostForm>
      ) : (
        <p>{cents > 0 ? `The 14 days ended on ${until}.` : "There is nothing left to refund."}</p>
      )}
    </AdminPage>
  );
}

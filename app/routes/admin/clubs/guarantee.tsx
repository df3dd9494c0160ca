import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { guaranteeEnds } from "#app/domain/control/billing/guarantee.ts";
import { guaranteeSchema } from "#app/domain/control/billing/guarantee-form.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
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
export async function loader(args: LoaderFunctionArgs) {
  const { platform, club } = await requireClub(args);
  const { usage, cents, runs } = await guaranteeCase(platform, club);
  return json({
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
  });
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin, club } = await requireClub(args);
  const reading = await readForm(args.request, guaranteeSchema);
  if (!reading.ok) return reading.answer;
  const refunded = await refundUnderGuarantee(control, club, { adminId: admin.id, ...reading.value });
  return redirectWith(
    href("/admin/clubs/:clubCode", { clubCode: club.code }),
    refunded
      ? "Refunded: the club’s year has ended."
      : "There is nothing to refund, or the 14 days are over.",
    refunded ? "good" : "bad",
  );
}

async function requireClub(args: LoaderFunctionArgs) {
  const ctx = await requireAdmin(args, "manage_clubs");
  const club = await findClub(ctx.control, args.params.clubCode ?? "");
  if (!club) throw notFound();
  return { ...ctx, club };
}

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

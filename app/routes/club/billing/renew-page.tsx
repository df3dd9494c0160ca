import { href } from "#app/config/addresses.ts";
import type { Renewal } from "#app/journeys/billing/renewal.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";

export function RenewPage(props: { renewal: Renewal; notPaid: boolean }) {
  const { renewal, notPaid } = props;
  const { renewable, from, plan, price, starts, ends } = renewal;
  return (
    <ClubPage
      title="Renew"
      lead="Paid in advance for one year. Nothing renews or is charged by itself."
      crumbs={[{ label: "Billing", href: href("/club/billing") }, { label: "Renew" }]}
    >
      {notPaid ? (
        <Notice tone="minor" title="Nothing was charged">
          <p>You came back from the payment page without a payment. You can try again.</p>
        </Notice>
      ) : null}
      <Facts
        facts={[
          ["Package", plan],
          ["Price", `${price} for the year`],
          ["From", starts],
          ["Until", ends],
        ]}
      />
      <p className="muted">A change of package follows the verification of your players only.</p>
      {renewable ? (
        <PostForm>
          <Hidden name="attempt" value={String(renewal.attempt)} />
          <p>You pay on Stripe’s secure page, by card or from a US bank account.</p>
          <Buttons>
            <SubmitButton busy="Opening Stripe...">{`Renew for ${price}`}</SubmitButton>
            <ButtonLink href={href("/club/billing")} look="quiet">
              Cancel
            </ButtonLink>
          </Buttons>
        </PostForm>
      ) : (
        <Notice title={`You can renew from ${from} on`}>
          <p>
            Your year is paid, so there is nothing to do now. We remind you 30, 7 and 1 days before its end.
          </p>
        </Notice>
      )}
    </ClubPage>
  );
}

import { href } from "#app/config/addresses.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";

/** What the club has bought and until when; nothing of it can be changed here. */
export function Subscription(props: {
  subscription: {
    state: string;
    code: string;
    plan: string;
    players: number;
    verified: boolean;
    price: string | null;
    renewal: string;
    /** From when on it can be renewed, while it is too early; null for now. */
    renewsFrom: string | null;
  };
}) {
  const { state, code, plan, players, verified, price, renewal, renewsFrom } = props.subscription;
  return (
    <section className="card" aria-labelledby="subscription">
      <h2 id="subscription">
        Subscription <Badge strong>{state}</Badge>
      </h2>
      <Facts
        facts={[
          ["Club Code", code],
          ["Package", plan],
          [verified ? "Players, verified" : "Players, as estimated", count(players)],
          ...(price ? [["Price of this year", price] as const] : []),
          ["Renewal date", renewal],
        ]}
      />
      {renewsFrom ? (
        <p>You can renew from {renewsFrom} on.</p>
      ) : (
        <Buttons>
          <ButtonLink href={href("/club/billing/renew")}>Renew</ButtonLink>
        </Buttons>
      )}
      <p className="muted">
        Nothing renews or is charged by itself. Your package follows the verification of your players.{" "}
        <a href={href("/club/billing")}>Payments, receipts and invoices</a>
      </p>
    </section>
  );
}

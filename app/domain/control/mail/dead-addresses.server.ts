import type { ControlTx } from "#app/db/control/schema.ts";
import { type Delivery, isDead } from "#app/domain/values/delivery.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/**
 * Notes what became of a mail for its address (product.md#notifications): one that bounced gets no more notifications
 * until a mail arrives there again, one that complained never more.
 */
export async function noteAddress(tx: ControlTx, address: string, delivery: Delivery): Promise<void> {
  if (isDead(delivery)) {
    await tx
      .insertInto("dead_addresses")
      .values({ address, delivery, since: nowIso() })
      .onConflict((conflict) =>
        conflict
          .column("address")
          .doUpdateSet({ delivery })
          .where("dead_addresses.delivery", "<>", "complained"),
      )
      .execute();
  } else if (delivery === "delivered") {
    await tx
      .deleteFrom("dead_addresses")
      .where("address", "=", address)
      .where("delivery", "=", "bounced")
      .execute();
  }
}

import type { ControlDb, SubscriptionsTable } from "../../db/control/schema.ts";

/** How the payment of a club's newest term stands; undefined where there is none. */
export async function paymentOf(
  control: ControlDb,
  clubCode: string,
): Promise<SubscriptionsTable["payment_status"] | undefined> {
  const newest = await control
    .selectFrom("subscriptions")
    .select("payment_status")
    .where("club_code", "=", clubCode)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.payment_status;
}

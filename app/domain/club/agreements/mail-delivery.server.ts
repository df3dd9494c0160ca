import type { ClubTx } from "#app/db/club/schema.ts";
import { advanceDelivery, type Delivery } from "#app/domain/values/delivery.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type AgreementMail, mailNameOf } from "./agreement-mail.ts";

/**
 * Notes what became of a mail about an agreement: in the history, and, while the address is still the one on file and
 * no later mail's fate is known, as the state of the address (product.md#undelivered-mail). Repeated and late reports
 * change nothing. An address that complained stays so until it is corrected.
 * @param to the address that the mail went to
 */
export async function recordAgreementDelivery(
  tx: ClubTx,
  { agreementId, issue, step, createdAt }: AgreementMail,
  { delivery: told, to, at }: { delivery: Delivery; to: string; at: Date },
): Promise<void> {
  const mail = await tx
    .selectFrom("agreement_mails as m")
    .innerJoin("agreements as a", "a.id", "m.agreement_id")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["m.id", "m.delivery", "a.contact_id as contactId", "c.email_key as address"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("agreement_mails as later")
            .select("later.id")
            .whereRef("later.agreement_id", "=", "m.agreement_id")
            .whereRef("later.created_at", ">", "m.created_at")
            .where("later.delivery", "is not", null),
        )
        .as("overtaken"),
    )
    .where("m.agreement_id", "=", agreementId)
    .where("m.issue", "=", issue)
    .where("m.step", "=", step)
    .where("m.created_at", "=", createdAt)
    .executeTakeFirst();
  if (!mail) return;
  const delivery = advanceDelivery(mail.delivery, told);
  if (delivery === mail.delivery) return;
  await tx.updateTable("agreement_mails").set({ delivery }).where("id", "=", mail.id).execute();
  await tx
    .insertInto("agreement_events")
    .values({
      id: newId(),
      agreement_id: agreementId,
      kind: delivery,
      at: at.toISOString(),
      by_name: "",
      detail: mailNameOf(step),
      key: `${mail.id}:${delivery}`,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  if (mail.overtaken || to.toLowerCase() !== mail.address) return;
  await tx.updateTable("agreements").set({ delivery }).where("id", "=", agreementId).execute();
  await tx
    .updateTable("contacts")
    .set({ delivery })
    .where("id", "=", mail.contactId)
    .where((eb) => eb.or([eb("delivery", "is", null), eb("delivery", "<>", "complained")]))
    .execute();
}

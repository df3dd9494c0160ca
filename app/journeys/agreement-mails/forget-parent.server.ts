import type { ControlDb } from "#app/db/control/schema.ts";
import { emptyLog } from "#app/db/empty-log.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { aboutAgreement } from "./queue-agreement-mails.server.ts";

interface ErasedParent {
  agreementId: string;
  registrationIds: readonly string[];
}

/**
 * Erases all mails to and about an erased parent, sent or not, and the links of their registrations. Then nothing of
 * them is left on the disk, not even in the logs of the files (product.md#erasing-parents).
 * @throws LogInUse if somebody reads an older state just now: the delivery is tried again
 */
export async function forgetParent({ control, db }: ClubFileContext, parent: ErasedParent): Promise<void> {
  await eraseMails(control, parent);
  await control
    .deleteFrom("link_tokens")
    .where("purpose", "=", "registration")
    .where("subject_id", "in", parent.registrationIds)
    .execute();
  await emptyLog(control);
  await emptyLog(db);
}

async function eraseMails(control: ControlDb, { agreementId, registrationIds }: ErasedParent): Promise<void> {
  const registrations = registrationIds.map((id) => `registration:${id}`);
  await control
    .deleteFrom("mails")
    .where((eb) =>
      eb.or([
        aboutAgreement(agreementId),
        aboutAgreement(agreementId, "agreement-notice"),
        eb("key", "in", registrations),
      ]),
    )
    .execute();
}

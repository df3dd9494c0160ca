import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { changeMessage, type MessageFields } from "#app/domain/control/contact/contact-messages.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Staff save what they did about a message; the platform's audit log names who did (product.md#contact-messages). */
export const saveMessage = (
  control: ControlDb,
  messageId: string,
  { form, adminId }: { form: MessageFields & { version: string }; adminId: string },
) =>
  inTransaction(control, async (tx) => {
    const at = now();
    const result = await changeMessage(tx, messageId, form, { id: adminId, at: at.toISOString() });
    if (!result.ok) return result;
    await recordAudit(tx, {
      kind: "staff.message-changed",
      actor: { kind: "staff", id: adminId },
      subject: messageId,
      detail: { state: form.state },
      at,
    });
    return result;
  });

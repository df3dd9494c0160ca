import { ownPasswordLabels } from "#app/domain/control/accounts/labels.ts";
import { changePasswordSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { changePassword, type Passwords } from "#app/domain/control/accounts/own-password.server.ts";
import { resetPasswordErrors } from "#app/domain/control/passwords/new-password.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";

/**
 * Changes the password of the user whom the caller's guard admitted. Every other session ends.
 * @param user.startOver gives this browser a new session (product/accounts.md#own-account)
 */
export async function submitPasswordChange(
  { control, note }: PublicContext,
  request: Request,
  user: { passwords: Passwords; id: string; startOver: (text: string) => Promise<Response> },
): Promise<Response> {
  const hide = ["current", "password", "confirmPassword"];
  const reading = await readForm(request, changePasswordSchema, { hide });
  if (!reading.ok) return reading.answer;
  const wrong = resetPasswordErrors(reading.value);
  if (wrong) return reading.refuse(wrong);
  return orTooBusy(async () => {
    const changed = await changePassword(control, user.passwords, user.id, reading.value);
    if (!changed.ok) {
      if (changed.problem === "locked") return reading.refuse({ "": ownPasswordLabels.locked }, 429);
      return reading.refuse({ current: ownPasswordLabels[changed.problem] });
    }
    note({ event: "password changed" });
    return user.startOver("Your password is changed. Every other device is signed out.");
  }, reading.refuse);
}

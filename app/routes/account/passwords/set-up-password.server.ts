import { json, redirect } from "@remix-run/node";
import { addressOf } from "#app/auth/redirect-target.ts";
import { href } from "#app/config/addresses.ts";
import { type openSetup, setUpPassword } from "#app/domain/control/accounts/set-up-password.server.ts";
import { isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { SETUP_FAILED } from "#app/domain/control/passwords/labels.ts";
import { setupPasswordErrors } from "#app/domain/control/passwords/new-password.server.ts";
import { PASSWORD_FIELDS, setUpPasswordSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { passwordStrength } from "#app/domain/control/passwords/password-rules.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { orFailed } from "#app/routes/account/too-busy.server.ts";

type Setup = NonNullable<Awaited<ReturnType<typeof openSetup>>>;

/** Sets the club's first password and leads to the sign-in, or back to the page where the link is used up. */
export async function submitPassword(
  { control, client, note }: PublicContext,
  { link, club }: Setup,
  posted: FormData,
  request: Request,
): Promise<Response> {
  const reading = readFields(posted, setUpPasswordSchema, { hide: PASSWORD_FIELDS });
  if (!reading.ok) return reading.answer;
  const { password } = reading.value;
  const errors = setupPasswordErrors(reading.value);
  if (errors) return refuse(errors, password, 422);
  const work = async () => {
    const set = await setUpPassword(control, link, password);
    if (!set.ok) return redirect(addressOf(request), 303);
    note({ event: "password set", club: club.code });
    return redirect(href("/club/login", { message: "password-set", code: club.code.toUpperCase() }), 303);
  };
  return orFailed(SETUP_FAILED, client.requestId, work, (problems, status) =>
    refuse(problems, password, status),
  );
}

/** Refuses with the password's strength for the meter, never the password. */
function refuse(errors: FormReply["errors"], password: string, status: 422 | 503): Response {
  const { score, label, missing } = passwordStrength(password, isCommonPassword(password));
  return json<FormReply>({ values: { score: String(score), label, missing }, errors }, { status });
}

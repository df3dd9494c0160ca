import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readAdminSession, readChallenge } from "#app/auth/admin-session.server.ts";
import { takeSecondFactor } from "#app/auth/admin-sign-in.server.ts";
import { flashCookie } from "#app/auth/cookies.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { adminCodeSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminLabels, recoveryCodesLeftText } from "#app/domain/control/platform/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { adminTarget } from "./admin-target.ts";

/**
 * Guards the pages of the second step: redirects users without a half sign-in, and those already signed in.
 * @returns page that they asked for
 */
export async function needChallenge(args: LoaderFunctionArgs): Promise<string> {
  const { control } = await publicContext(args);
  const target = targetOf(args.request);
  if (await readChallenge(control, args.request)) return target;
  throw redirect((await readAdminSession(control, args.request)) ? target : startAgain(target));
}

const targetOf = (request: Request) => adminTarget(new URL(request.url).searchParams);
const startAgain = (target: string) => href("/admin/login", { message: "code-late", redirect: target });

/** Signs in with a code of the authenticator, or a recovery code. */
export async function takeCode(args: ActionFunctionArgs, kind: "authenticator" | "recovery") {
  const ctx = await publicContext(args);
  const reading = await readForm(args.request, adminCodeSchema, { hide: ["code"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const result = await takeSecondFactor(ctx, args.request, { kind, code: reading.value.code });
    if (!result.ok) {
      if (result.problem === "no-challenge") return redirect(startAgain(targetOf(args.request)), 303);
      if (result.problem === "locked") return reading.refuse({ "": adminLabels.codesLocked }, 429);
      return reading.refuse({
        code: kind === "recovery" ? adminLabels.wrongRecoveryCode : adminLabels.wrongCode,
      });
    }
    const headers = new Headers();
    for (const cookie of result.cookies) headers.append("Set-Cookie", cookie);
    const left = result.recoveryCodesLeft;
    if (left === null) return redirect(targetOf(args.request), { status: 303, headers });
    const text = `You are in. ${recoveryCodesLeftText(left)} If your phone is lost, replace your authenticator below.`;
    headers.append("Set-Cookie", await flashCookie.serialize({ kind: left > 0 ? "good" : "bad", text }));
    return redirect("/admin/account", { status: 303, headers });
  }, reading.refuse);
}

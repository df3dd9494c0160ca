import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { takeSecondFactor } from "#app/auth/admin-sign-in.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { adminCodeSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { adminTarget } from "./admin-target.ts";

/** Signs in with a code of the authenticator, or a recovery code. */
export async function takeCode(args: ActionFunctionArgs, kind: "authenticator" | "recovery") {
  const ctx = await publicContext(args);
  const reading = await readForm(args.request, adminCodeSchema, { hide: ["code"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const result = await takeSecondFactor(ctx, args.request, { kind, code: reading.value.code });
    if (!result.ok) {
      if (result.problem === "no-challenge") return redirect("/admin/login?message=code-late", 303);
      if (result.problem === "locked") return reading.refuse({ "": adminLabels.codesLocked }, 429);
      return reading.refuse({
        code: kind === "recovery" ? adminLabels.wrongRecoveryCode : adminLabels.wrongCode,
      });
    }
    const headers = new Headers();
    for (const cookie of result.cookies) headers.append("Set-Cookie", cookie);
    const used = result.recoveryCodesLeft !== null;
    const target = used ? "/admin/account" : adminTarget(new URL(args.request.url).searchParams);
    return redirect(target, { status: 303, headers });
  }, reading.refuse);
}

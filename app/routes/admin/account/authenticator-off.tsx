import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { proofSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { endSecondFactor } from "#app/domain/control/platform/second-factor.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ProofForm } from "./proof-form.tsx";
import { refuseProof } from "./refuse-proof.ts";

export const handle = { scripted: true };
export const meta = () => title("Switch off the authenticator");

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = await requireStaff(args);
  if (!admin.secondFactor) throw redirect("/admin/account");
  return json(null);
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const reading = await readForm(args.request, proofSchema, { hide: ["password", "code"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const result = await endSecondFactor(control, admin, reading.value);
    if (result.ok)
      return redirectWith(
        "/admin/account",
        "Your authenticator is switched off. Set it up again on your new phone.",
      );
    if (result.problem === "changed") return redirect("/admin/account", 303);
    return refuseProof(reading.refuse, result.problem);
  }, reading.refuse);
}

export default function SwitchOffAuthenticator() {
  return (
    <AdminPage
      title="Replace or Switch Off the Authenticator"
      lead="Signing in will ask for your password alone, and your recovery codes end, until you set up an authenticator again. We tell you by email."
      width="text"
    >
      <ProofForm button="Switch It Off" danger />
    </AdminPage>
  );
}

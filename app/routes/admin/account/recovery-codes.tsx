import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { proofSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { renewRecoveryCodes } from "#app/domain/control/platform/second-factor.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes-page.tsx";
import { refuseProof } from "./refuse-proof.ts";

export const handle = { scripted: true };
export const meta = () => title("New recovery codes");

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
    const result = await renewRecoveryCodes(control, admin, reading.value);
    // Shown once, and stored nowhere.
    if (result.ok) return json({ codes: result.codes, values: {}, errors: {} });
    if (result.problem === "changed") return redirect("/admin/account", 303);
    return refuseProof(reading.refuse, result.problem);
  }, reading.refuse);
}

export default function NewRecoveryCodes() {
  const reply = useActionData<FormReply & { codes?: string[] }>();
  if (reply?.codes) return <RecoveryCodes codes={reply.codes} />;
  return (
    <AdminPage
      title="New Recovery Codes"
      lead="The codes that you have end, used or not. We tell you by email."
      width="text"
    >
      <ProofForm button="Make New Codes" />
    </AdminPage>
  );
}

import { json, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { proofSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { renewRecoveryCodes } from "#app/domain/control/platform/second-factor.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes-page.tsx";
import { refuseProof } from "./refuse-proof.ts";

export const handle = { passwords: true };
export const meta = () => title("New recovery codes");

const form = staffForm({
  may: "account",
  schema: [proofSchema, { hide: ["password", "code"] }],
  change: ({ ctx, value }) => renewRecoveryCodes(ctx.control, ctx.admin, value),
  problems: ({ problem }, { refuse }) =>
    problem === "changed" ? redirect("/admin/account", 303) : refuseProof(refuse, problem),
  // Shown once, and stored nowhere.
  saved: ({ codes }) => json({ codes, values: {}, errors: {} }),
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => {
  if (!ctx.admin.secondFactor) throw redirect("/admin/account");
  return null;
});

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

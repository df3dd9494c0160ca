import { redirect } from "@remix-run/node";
import { staffForm } from "#app/auth/form.server.ts";
import { proofSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { endSecondFactor } from "#app/domain/control/platform/second-factor.server.ts";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ProofForm } from "./proof-form.tsx";
import { refuseProof } from "./refuse-proof.ts";

export const handle = { passwords: true };
export const meta = () => title("Switch off the authenticator");

const form = staffForm({
  may: "account",
  schema: [proofSchema, { hide: ["password", "code"] }],
  change: ({ ctx, value }) => endSecondFactor(ctx.control, ctx.admin, value),
  problems: ({ problem }, { refuse }) =>
    problem === "changed" ? redirect("/admin/account", 303) : refuseProof(refuse, problem),
  saved: () => ["/admin/account", "Your authenticator is switched off. Set it up again on your new phone."],
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => {
  if (!ctx.admin.secondFactor) throw redirect("/admin/account");
  return null;
});

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

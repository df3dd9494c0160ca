import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { lostPhoneSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { platformAdminById } from "#app/domain/control/platform/admins.server.ts";
import { helpLostPhone } from "#app/domain/control/platform/help-staff.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { hasTotp } from "#app/domain/control/platform/totp.server.ts";
import { ProofForm } from "#app/routes/admin/account/proof-form.tsx";
import { refuseProof } from "#app/routes/admin/account/refuse-proof.ts";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Lost Phone");

/**
 * Removes the authenticator of a colleague who has lost the phone and the codes
 * (product/platform-staff.md#platform-staff).
 */
const form = staffForm({
  may: "manage_users",
  schema: [lostPhoneSchema, { hide: ["password", "code"] }],
  find: ({ control }, { adminId = "" }) => platformAdminById(control, adminId),
  change: ({ ctx: { control, admin }, found: person, value }) => helpLostPhone(control, person, value, admin),
  problems: ({ problem }, { found: person, refuse }) => {
    if (problem === "self") return ["/admin/account", adminLabels.ownPhone, "bad"];
    if (problem === "no-factor" || problem === "changed")
      return [back(person.id), `${person.first_name} has no authenticator any more.`, "bad"];
    return refuseProof(refuse, problem);
  },
  saved: (_, { found: person }) => [
    back(person.id),
    `The authenticator is removed. ${person.first_name} is signed out everywhere and reads it by email.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, found: person }) => {
  if (person.id === admin.id) throw redirect("/admin/account");
  if (!(await hasTotp(control, person.id))) throw redirect(back(person.id));
  return {
    id: person.id,
    name: `${person.first_name} ${person.last_name}`,
    firstName: person.first_name,
    email: person.email,
    asksCode: Boolean(admin.secondFactor),
  };
});

const back = (adminId: string) => href("/admin/staff/:adminId", { adminId });

export default function LostPhone() {
  const { id, name, firstName, email, asksCode } = useLoaderData<typeof loader>();
  return (
    <AdminPage title={`Has ${firstName} Lost the Phone?`} lead={<a href={back(id)}>{name}</a>} width="text">
      <p>
        <strong>Be sure that it is {firstName} who asks:</strong> call back on a number that you know, or
        meet. A mail or a chat alone is not enough.
      </p>
      <ul>
        <li>The authenticator and the recovery codes stop working, and every session and token ends.</li>
        <li>
          {firstName} signs in with the password, and sets up an authenticator on the new phone before
          anything else.
        </li>
        <li>It stands in the audit log, and {email} gets an email that names you.</li>
      </ul>
      <ProofForm button="Remove the Authenticator" danger colleague={{ back: back(id), asksCode }} />
    </AdminPage>
  );
}

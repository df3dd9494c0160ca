import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { inviteAdminSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import {
  inviteToPlatform,
  openPlatformInvitations,
} from "#app/domain/control/platform/admin-invitations.server.ts";
import { listPlatformAdmins } from "#app/domain/control/platform/admins.server.ts";
import { colleagueFields } from "#app/domain/control/platform/fields.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { formatMonthDay, formatRowMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { platformRoleChoices, platformRoleName } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField, TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Staff");

const inputs = inputsOf(colleagueFields);

const form = staffForm({
  may: "manage_users",
  schema: inviteAdminSchema,
  change: ({ ctx: { control, admin }, value: { email, role } }) =>
    inviteToPlatform(control, { email, role, by: `${admin.firstName} ${admin.lastName}` }, admin.id),
  problems: ({ problem }) => ({
    email: problem === "already-staff" ? adminLabels.alreadyStaff : adminLabels.alreadyInvited,
  }),
  saved: (_, { value }) => ["/admin/staff", `${value.email} is invited.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin } }) => {
  const [staff, invitations] = await Promise.all([
    listPlatformAdmins(control),
    openPlatformInvitations(control),
  ]);
  const at = now();
  return {
    staff: staff.map((row) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`,
      email: row.email,
      role: platformRoleName[row.role],
      secondFactor: Boolean(row.second_factor),
      lastSignIn: row.last_sign_in_at ? formatRowMoment(row.last_sign_in_at, "UTC", at) : "Never signed in",
      isViewer: row.id === admin.id,
    })),
    invitations: invitations.map((row) => ({
      id: row.id,
      email: row.email,
      role: platformRoleName[row.role],
      until: `until ${formatMonthDay(row.expires_at.slice(0, 10), at.toISOString().slice(0, 10))}`,
    })),
  };
});

export default function Staff() {
  const { staff, invitations } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Staff" lead="Who works for the platform, and what each may do.">
      <RowTable
        caption="Staff"
        columns={[
          { name: "Name", place: "name" },
          { name: "Second factor", place: "state" },
          { name: "Role", place: "left" },
          { name: "Last sign-in", place: "line" },
          { name: "Email", place: "more" },
        ]}
        rows={staff.map((person) => ({
          key: person.id,
          href: person.isViewer ? "/admin/account" : href("/admin/staff/:adminId", { adminId: person.id }),
          cells: [
            person.isViewer ? `${person.name} (you)` : person.name,
            <Status key="factor" kind={person.secondFactor ? "done" : "act"}>
              {person.secondFactor ? "Second factor" : "No second factor"}
            </Status>,
            person.role,
            person.lastSignIn,
            person.email,
          ],
        }))}
      />
      {invitations.length > 0 ? (
        <>
          <h2>Open invitations</h2>
          <RowTable
            caption="Open invitations"
            columns={[
              { name: "Email", place: "name" },
              { name: "Role", place: "state" },
              { name: "Until", place: "left" },
              { name: "Change", place: "line" },
            ]}
            rows={invitations.map((invitation) => ({
              key: invitation.id,
              cells: [
                invitation.email,
                invitation.role,
                invitation.until,
                <InvitationButtons key="buttons" id={invitation.id} />,
              ],
            }))}
          />
        </>
      ) : null}
      <h2>Invite somebody</h2>
      <PostForm>
        <TextField {...inputs.email} type="email" autoComplete="off" />
        <RadioField name="role" label="Role" choices={platformRoleChoices} required />
        <Buttons>
          <SubmitButton>Send Invitation</SubmitButton>
        </Buttons>
      </PostForm>
    </AdminPage>
  );
}

function InvitationButtons({ id }: { id: string }) {
  return (
    <ButtonForm
      action={href("/admin/staff/invitations/:invitationId", { invitationId: id })}
      className="inline-form"
    >
      <Buttons>
        <SubmitButton look="secondary" name="do" value="resend">
          Resend
        </SubmitButton>
        <SubmitButton look="quiet" name="do" value="withdraw">
          Withdraw
        </SubmitButton>
      </Buttons>
    </ButtonForm>
  );
}

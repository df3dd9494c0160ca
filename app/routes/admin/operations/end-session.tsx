import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { anySession, terminateSession } from "#app/domain/control/operations/all-sessions.server.ts";
import { openClubSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { helpReasonChoices } from "#app/domain/values/audit/help-reasons.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Terminate a session");

/** Ends one session, after a question (product/platform-staff.md#all-sessions). */
const form = staffForm({
  may: "manage_users",
  schema: openClubSchema,
  find: ({ control }, { signInId = "" }) => anySession(control, signInId),
  change: async ({ ctx: { control, admin }, found, value: { reason } }) => {
    const { id, firstName, lastName } = admin;
    return { ended: await terminateSession(control, found, { id, firstName, lastName, reason }) };
  },
  saved: ({ ended }, { found }) => [
    href("/admin/sessions", { of: found.of === "staff" ? "staff" : undefined }),
    ended ? `The session of ${found.name} has ended. They get an email.` : "The session had ended already.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ found }) => ({
  id: found.id,
  name: found.name,
  device: deviceName(found.userAgent),
  club: found.of === "clubs" && found.clubCode !== null,
}));

export default function EndSession() {
  const { id, name, device, club } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={`End the Session of ${name}?`}
      lead={`${device} is signed out at once. ${name} gets an email with your name; other devices stay signed in.`}
      width="text"
    >
      <PostForm>
        <SelectField
          name="reason"
          label="Reason"
          hint={
            club
              ? "The club reads it in its activity, with your first name and role"
              : "Stands in the audit log"
          }
          empty="Choose a reason"
          choices={helpReasonChoices}
          required
        />
        <FormButtons
          submit="Terminate"
          look="danger"
          back={href("/admin/sessions/:signInId", { signInId: id })}
        />
      </PostForm>
    </AdminPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { staffForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { quietHoursLabels } from "#app/domain/control/notifications/labels.ts";
import { type QuietHours, quietHours } from "#app/domain/control/notifications/quiet-hours.ts";
import {
  mailingChoices,
  notificationTypeIds,
  notificationTypes,
  type StaffNotificationType,
} from "#app/domain/control/staff-notifications/labels.ts";
import {
  type StaffPreferences,
  saveStaffPreferences,
  staffPreferencesOf,
  staffPreferencesSchema,
  staffPreferencesVersion,
} from "#app/domain/control/staff-notifications/preferences.server.ts";
import { timeZoneName, timeZones } from "#app/domain/values/time-zones.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { choicesOf, SelectField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Notification Preferences");

type Fields = Record<StaffNotificationType, string> & { quietHours: string; timezone: string };
const fieldsOf = ({ mailings, ...chosen }: StaffPreferences): Fields => ({ ...mailings, ...chosen });
const readChoice = (choice: string) => mailingChoices[choice as keyof typeof mailingChoices];
const labels = {
  ...(Object.fromEntries(
    notificationTypeIds.map((type) => [type, { label: notificationTypes[type], read: readChoice }]),
  ) as Record<StaffNotificationType, { label: string; read: typeof readChoice }>),
  quietHours: { label: "Quiet hours", read: (quiet: string) => quietHoursLabels[quiet as QuietHours].label },
  timezone: { label: "Time zone", read: timeZoneName },
};

/**
 * Chooses which notifications a member of staff is mailed, and when (product/platform-staff.md#notification-center).
 */
const form = staffForm({
  may: "manage_notifications",
  schema: staffPreferencesSchema,
  change: ({ ctx: { control, admin }, value: { quietHours: quiet, timezone, version, ...mailings } }) =>
    saveStaffPreferences(control, admin.id, { mailings, quietHours: quiet, timezone }, version),
  version: versionBy<StaffPreferences, Fields>(staffPreferencesVersion, labels, fieldsOf),
  saved: () => [href("/admin/notifications"), "Saved. It holds for what happens from now on."],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin } }) => {
  const preferences = await staffPreferencesOf(control, admin.id);
  return { values: fieldsOf(preferences), version: staffPreferencesVersion(preferences), email: admin.email };
});

export default function NotificationPreferences() {
  const { values, version, email } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="Notification Preferences"
      lead={
        <>
          What is mailed to {email}. <a href={href("/admin/notifications")}>The Notification Center</a> has
          everything.
        </>
      }
      width="text"
    >
      <PostForm>
        <Version value={version} />
        {notificationTypeIds.map((type) => (
          <SelectField
            key={type}
            name={type}
            label={notificationTypes[type]}
            value={values[type]}
            choices={choicesOf(mailingChoices)}
            required
          />
        ))}
        <SelectField
          name="quietHours"
          label="Quiet hours"
          hint="What happens in them is mailed when they end"
          value={values.quietHours}
          choices={quietHours.map((value) => ({ value, label: quietHoursLabels[value].label }))}
          required
        />
        <SelectField
          name="timezone"
          label="Time zone"
          hint="Of your quiet hours and of the digest, which comes at 8 AM"
          value={values.timezone}
          choices={timeZones.map(([value, label]) => ({ value, label }))}
          required
        />
        <FormButtons submit="Save Preferences" back={href("/admin/notifications")} />
      </PostForm>
    </AdminPage>
  );
}

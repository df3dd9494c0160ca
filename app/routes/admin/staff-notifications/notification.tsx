import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  notificationPriorities,
  notificationStatuses,
  notificationTypes,
} from "#app/domain/control/staff-notifications/labels.ts";
import {
  findNotification,
  markNotifications,
  notificationSchema,
} from "#app/domain/control/staff-notifications/notifications.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { actionOf, resendAddress, shownStatus } from "./show.ts";

export const meta = () => title("Notification");

/** Shows one notification, with the action for it (product/platform-staff.md#notification-center). */
const form = staffForm({
  may: "manage_notifications",
  schema: notificationSchema,
  find: ({ control, admin }, { notificationId = "" }) => findNotification(control, admin.id, notificationId),
  change: async ({ ctx: { control, admin }, found, value: { do: button } }) => {
    await markNotifications(control, admin.id, {
      change: button === "delete" ? "delete" : "read",
      ids: [found.id],
    });
    return null;
  },
  saved: (_, { found, value: { do: button } }) =>
    button === "act"
      ? actionOf(found).to
      : [
          href("/admin/notifications"),
          button === "delete" ? "Deleted from your list. Others still see it." : "Marked as read.",
        ],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  const { type, priority, status, title: name, message, recipient, subject_name: about } = found;
  const moment = (at: string | null) => (at === null ? null : formatMoment(at, "UTC"));
  return {
    title: name,
    message,
    status: shownStatus(found),
    unread: found.read_at === null,
    button: actionOf(found).label,
    resend: resendAddress(found),
    facts: [
      ["Type", notificationTypes[type]],
      ["Priority", notificationPriorities[priority]],
      ["Status", notificationStatuses[status]],
      ["To", recipient],
      ["About", about || "Goodside itself"],
      ["Sent", moment(found.created_at)],
      ["Mailed to you", moment(found.mailed_at)],
      ["Read", moment(found.read_at) ?? "Not yet"],
      ["Solved", moment(found.closed_at)],
    ].filter((fact): fact is [string, string] => fact[1] !== null),
  };
});

export default function NotificationPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={page.title}
      lead={<a href={href("/admin/notifications")}>Notification Center</a>}
      width="text"
    >
      <p>
        <Status kind={page.status.kind}>{page.status.text}</Status> {page.message}
      </p>
      <ButtonForm>
        <Buttons>
          <SubmitButton name="do" value="act">
            {page.button}
          </SubmitButton>
          {page.resend ? <ButtonLink href={page.resend}>Retry Send</ButtonLink> : null}
          {page.unread ? (
            <SubmitButton name="do" value="read" look="secondary">
              Mark as Read
            </SubmitButton>
          ) : null}
          <SubmitButton name="do" value="delete" look="secondary">
            Delete
          </SubmitButton>
        </Buttons>
      </ButtonForm>
      <Facts facts={page.facts} />
    </AdminPage>
  );
}
